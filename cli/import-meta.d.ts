/** Vite, which compiles the command line, replaces the call by the files of the pattern, by path. */
interface ImportMeta {
  readonly glob: <T>(pattern: string, options: { eager: true; import: string }) => Readonly<Record<string, T>>
}
