/** Why a backup or a restoration is refused or failed, in words for whoever asked for it. */
export class BackupError extends Error {}
