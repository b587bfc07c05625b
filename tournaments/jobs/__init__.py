"""Work that is done later, by a worker: what there is to do, who does it, what came of it."""
