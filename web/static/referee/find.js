// The page that asks for the code of a table.

import { tellOfChat } from "./chat.js";

tellOfChat();
