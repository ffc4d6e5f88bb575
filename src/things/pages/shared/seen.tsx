import { createHash } from 'node:crypto'
import { toCanonicalJson } from '../../../inventory/canonical-json.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SentForm } from '../form.ts'

const field = 'seen'

/** What a form shows as it is now, by label, so that a person can compare it with what they entered. */
export type ShownNow = readonly (readonly [label: string, value: string])[]

/** Names the state that a form shows. Forms of one state have the same name of it. */
export function nameSeen(state: unknown): string {
  return createHash('sha256')
    .update(toCanonicalJson(state ?? null))
    .digest('base64url')
}

/** Carried by the form, so that the last of two tabs does not win without a word. */
export function SeenField({ seen }: { readonly seen: string }) {
  return <input type="hidden" name={field} value={seen} />
}

/** The state that the form showed. A form of a program may name none, and then counts in any case. */
export function readSeen(form: SentForm): string | undefined {
  return form.text(field) || undefined
}

/** Whether somebody has changed the state after the form showed it. */
export function wasChangedSince(form: SentForm, state: unknown): boolean {
  const seen = readSeen(form)
  return seen !== undefined && seen !== nameSeen(state)
}

/** Tells that somebody else was first, and what they saved. The form keeps what was entered. */
export function ChangedMeanwhile({ now }: { readonly now: ShownNow | undefined }) {
  const texts = useTexts()
  if (now === undefined) return null
  return (
    <div class="alert" role="alert">
      <p>{texts.shared.conflict}</p>
      <dl class="pairs">
        {now.map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value === '' ? texts.shared.notSpecified : value}</dd>
          </>
        ))}
      </dl>
    </div>
  )
}
