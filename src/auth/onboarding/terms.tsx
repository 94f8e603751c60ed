import type { Texts } from './texts'

type Props = { readonly texts: Texts; readonly wrong: boolean; readonly problemId: string }

/** The terms, readable in place, and the agreement to them. */
export const Terms = ({ texts, wrong, problemId }: Props) => (
  <>
    <label className="onboarding-agree">
      <input
        type="checkbox"
        name="terms"
        aria-required
        value="agreed"
        aria-describedby={wrong ? problemId : undefined}
        aria-invalid={wrong}
      />
      {texts.agree}
    </label>
    <details className="onboarding-terms">
      <summary>{texts.terms}</summary>
      <ol>
        {Object.entries(texts.termsText).map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </details>
  </>
)
