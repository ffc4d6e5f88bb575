import type { CredentialField } from '../../../define/index.ts'
import type { CredentialError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { Problems } from './field.tsx'

/**
 * Problems of values by the name of their form field.
 * @param nameOf the form field of a problem's path; undefined if there is no such field
 * @param fields by the names of their form fields, so that the message can give an example
 */
export function toFormProblems(
  texts: Texts,
  error: CredentialError,
  nameOf: (path: string) => string | undefined,
  fields: Readonly<Record<string, Pick<CredentialField, 'placeholder'>>> = {},
): Problems {
  if (error.problems.length === 0) return { '': error.message }
  return Object.fromEntries(
    error.problems.map(({ path, message }) => {
      const name = nameOf(path)
      return name === undefined ? ['', `${path} ${message}.`] : [name, formatFieldProblem(texts, message, fields[name])]
    }),
  )
}

/** A sentence beside the field, for people who do not know regular expressions. */
function formatFieldProblem(
  texts: Texts,
  message: string,
  field: Pick<CredentialField, 'placeholder'> | undefined,
): string {
  if (message.startsWith('is required')) return texts.connectors.form.required
  if (message.startsWith('must match ') && field?.placeholder !== undefined)
    return texts.connectors.form.malformed({ placeholder: field.placeholder })
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
