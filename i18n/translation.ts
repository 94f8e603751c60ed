/** How a placeholder is written, which some texts explain in the language's own word. */
type Explained = '{{name}}' | '{{nom}}' | '{{nombre}}'

type Between<
  Text extends string,
  Open extends string,
  Close extends string,
  Found = never,
> = Text extends `${string}${Open}${infer Name}${Close}${infer Rest}`
  ? Between<Rest, Open, Close, Found | `${Open}${Name}${Close}`>
  : Found

/** `%{name}` in texts of the panel, `{{name}}` in e-mails and notifications, and what separates plural forms. */
type MarksOf<Text extends string> = Exclude<
  | Between<Text, '%{', '}'>
  | Between<Text, '{{', '}}'>
  | (Text extends `${string}||||${string}` ? '||||' : never),
  Explained
>

/** All types of a union at once; `unknown` of none. */
export type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type Containing<Mark> = Mark extends string ? `${string}${Mark}${string}` : never

/** The texts of another language: the keys of these, each text with the placeholders of its own. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string
    ? string & AllOf<Containing<MarksOf<Texts[Key]>>>
    : Translation<Texts[Key]>
}
