import { parseField } from '../../../auth/credential-values.ts'
import { type AnyConnector, isSecret } from '../../../define/index.ts'
import type { CredentialError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { FormField } from '../../connectors/pages/connectors.ts'
import type { Problems } from '../../connectors/pages/field.tsx'
import { toFormProblems } from '../../connectors/pages/form-problems.ts'
import type { SentForm } from '../../pages/form.ts'
import type { Connection, Runtime } from '../../runtime/runtime.ts'

/** The form to connect, in its present state. */
export interface ConnectFormState {
  readonly connector: AnyConnector
  readonly fields: readonly FormField[]
  /** The connection that gets new credentials; undefined: a new one is made. */
  readonly connection: Connection | undefined
  /** The values in the boxes, without secrets. */
  readonly values: Readonly<Record<string, string>>
  readonly problems: Problems
  /** What people call a new connection; empty: as its connector. */
  readonly name: string
  /** Whether the person typed a value that the page does not show again. */
  readonly wasSent: boolean
}

const prefix = 'credentials.'

export function toFieldName({ id }: FormField): string {
  return `${prefix}${id}`
}

export function emptyForm(
  { fields }: Pick<Runtime, 'fields'>,
  connector: AnyConnector,
  connection: Connection | undefined,
  query: URLSearchParams = new URLSearchParams(),
): ConnectFormState {
  const shown = fields(connector)
  return {
    connector,
    connection,
    fields: shown,
    problems: {},
    name: '',
    wasSent: false,
    values: Object.fromEntries(shown.flatMap((field) => readBroughtValue(field, query))),
  }
}

/** What the vendor's redirect has brought along. A value that does not fit is left out: the person types it then. */
function readBroughtValue(field: FormField, query: URLSearchParams): [name: string, value: string][] {
  const param = 'callbackParam' in field ? field.callbackParam : undefined
  const value = param === undefined ? null : query.get(param)
  const parsed = value === null ? undefined : parseField(field, value)
  return value !== null && parsed !== undefined && 'value' in parsed ? [[toFieldName(field), value]] : []
}

/** The form as it was sent, without its secrets. */
export function readSentForm(state: ConnectFormState, form: SentForm): ConnectFormState {
  const shown = state.fields.filter((field) => !isSecret(field))
  return {
    ...state,
    values: Object.fromEntries(shown.map((field) => [toFieldName(field), readFieldText(field, form)])),
    name: form.text('name').trim(),
    wasSent: true,
  }
}

/** The typed values, by field id. An empty box is no value: an existing connection keeps its own. */
export function readEnteredCredentials({ fields }: ConnectFormState, form: SentForm): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const entered = readFieldText(field, form)
      return entered.trim() === '' ? [] : [[field.id, entered]]
    }),
  )
}

/** A list allows several choices. */
function readFieldText(field: FormField, form: SentForm): string {
  const name = toFieldName(field)
  return field.type === 'multiselect' ? form.all(name).join(',') : form.text(name)
}

export function addProblems(texts: Texts, state: ConnectFormState, error: CredentialError): ConnectFormState {
  const byName = Object.fromEntries(state.fields.map((field) => [toFieldName(field), field]))
  const nameOf = (path: string) => (Object.hasOwn(byName, `${prefix}${path}`) ? `${prefix}${path}` : undefined)
  return { ...state, problems: toFormProblems(texts, error, nameOf, byName) }
}
