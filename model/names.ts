/**
 * Characters that are not seen and make two names look alike or a file name end differently: marks and overrides of direction,
 * spaces without width, soft hyphens. Those that join letters and emoji stay, and so do the tags of flags.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** A name, title or file name as it is stored: composed (NFC), without unseen characters. */
export const normalName = (name: string) => name.replace(unseen, '').normalize('NFC')
