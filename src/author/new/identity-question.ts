import { describePossible } from './choose-identity.ts'
import type { ItemMember } from './item-member.ts'
import { isIdentitySure, renderMemberAccess } from './item-text.ts'
import { renderString } from './source-text.ts'

interface IdentityPlace {
  /** The name of an item in the code. */
  readonly item: string
  /** The name of its id there. */
  readonly id: string
  /** The word for an item, for people. */
  readonly noun: string
  readonly indent: number
}

/** Asks which member is the id, in code: a name that is declared several times neither compiles nor loads. */
export function renderIdQuestion(possible: readonly ItemMember[], { item, id, noun, indent }: IdentityPlace): string {
  const pad = ' '.repeat(indent)
  const answers = possible.flatMap((member) => [
    `// "${cleanComment(member.name)}": ${describePossible(member)}.`,
    `const ${id} = ${renderIdText(member, renderMemberAccess(item, member))}`,
  ])
  return [
    `// Which of these members is the id of one ${noun}, and never that of another? The description leaves it open.`,
    '// The file does not compile until you have found out. Keep one of the lines, and delete the others with this question.',
    ...answers,
    '// None of them: nobody can tell.',
    `const ${id} = ctx.cannotTell({ kind: 'schema_drift', message: 'Nothing tells one ${noun} from another.' })`,
  ]
    .map((line) => `${pad}${line}\n`)
    .join('')
}

/** The value of an id as text; an item without it cannot be told from others. */
export function renderIdText(member: ItemMember, value: string): string {
  const isSure = isIdentitySure({ identity: member, possible: [] })
  const found = isSure ? value : `${value} ?? ${renderMissingId(member)}`
  return member.type === 'string' ? found : `String(${found})`
}

export function renderMissingId({ name }: ItemMember): string {
  return `ctx.cannotTell({ kind: 'schema_drift', message: ${renderString(`The vendor shows an item without "${name}".`)} })`
}

function cleanComment(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}
