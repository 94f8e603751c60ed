/** A backup or restoration was refused or failed; the message is meant for the operator. */
export class BackupError extends Error {}
