import type { Texts } from '../../../../src/things/all-texts/texts.ts'

type Values = Readonly<Record<string, unknown>>

/** The English catalogue as a language of its own: ⟦every text⟧ in brackets, what it is given outside of them. */
export function createPseudo(texts: Texts): Texts {
  const { format, ...areas } = texts
  return { ...(wrap(areas) as typeof areas), format }
}

function wrap(member: unknown): unknown {
  if (typeof member === 'string') return mark(member)
  if (typeof member === 'function') return (values: Values) => wrapAnswer(member(values), Object.values(values))
  return Object.fromEntries(Object.entries(member as object).map(([name, each]) => [name, wrap(each)]))
}

function wrapAnswer(answer: unknown, values: readonly unknown[]): unknown {
  if (Array.isArray(answer)) return answer.map((part) => (values.includes(part) ? part : wrapAnswer(part, values)))
  return typeof answer === 'string' ? wrapAround(answer, values) : answer
}

/** A given text may be wrapped already, or be data: it stays as it is. */
function wrapAround(text: string, values: readonly unknown[]): string {
  const given = values.find((value) => typeof value === 'string' && value !== '' && text.includes(value)) as string
  if (given === undefined) return mark(text)
  const rest = values.filter((value) => value !== given)
  const at = text.indexOf(given)
  return wrapAround(text.slice(0, at), rest) + given + wrapAround(text.slice(at + given.length), rest)
}

function mark(text: string): string {
  return text.trim() === '' ? text : `⟦${text}⟧`
}

const told = /\s(?:aria-label|title|placeholder|alt|data-busy|data-copied|data-words|data-one|data-many)="([^"]*)"/g

/** Every text of a page that somebody sees or hears, without what is in brackets. */
export function listUnmarked(html: string): readonly string[] {
  const page = html
    .replaceAll(/<(script|style|code|pre)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<time datetime="[^"]*T[^"]*">[^<]*<\/time>/g, ' ')
  const seen = [...page.matchAll(/>([^<]+)/g), ...page.matchAll(told)].map(([, text = '']) => decode(text))
  const rest = seen.flatMap((text) => removeMarked(text).split('\n'))
  return rest.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text))
}

/** Brackets are in one another where a text is given to another one. */
function removeMarked(text: string): string {
  let depth = 0
  return [...text]
    .map((each) => {
      if (each === '⟦') depth++
      const kept = depth === 0 ? each : ''
      if (each === '⟧') depth--
      return depth === 0 && kept === '' && each === '⟧' ? '\n' : kept
    })
    .join('')
}

function decode(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
