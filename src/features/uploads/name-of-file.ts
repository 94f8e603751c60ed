/** The name that a record takes from its file: without the extension. */
export const nameOfFile = (file: string) => file.replace(/(?<=.)\.[^.]+$/, '')
