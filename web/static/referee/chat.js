// A browser inside a chat application forgets what it keeps, has no home screen and closes with a message. It is told
// apart by the name that it gives itself, and the page then says where to go. Nothing is forbidden.

import { part } from "./words.js";

const APPLICATIONS = [
  /MicroMessenger|WeChat|wxwork/i,
  /\bQQ\/|\bTIM\//,
  /DingTalk|AlipayClient|Lark\/|Feishu|Weibo|aweme|BytedanceWebview|XiaoHongShu/i,
  /\bLine\/|KAKAOTALK|FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Telegram|Snapchat/i,
  /; wv\)/,
];

export const isInChat = (agent) => APPLICATIONS.some((name) => name.test(agent));

// Where the clipboard is kept for HTTPS, what is selected can still be copied.
async function copied(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch (refused) {
    return document.execCommand("copy");
  }
}

export function tellOfChat() {
  const notice = document.querySelector("[data-chat]");
  if (!notice || !isInChat(navigator.userAgent)) return;
  notice.hidden = false;
  part(notice, "address").value = location.href;
  part(notice, "copy").addEventListener("click", async () => {
    part(notice, "copied").hidden = !(await copied(part(notice, "address")));
  });
}
