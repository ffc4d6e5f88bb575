import { setTimeout as sleep } from 'node:timers/promises'
import { carryOverVariables } from '../../../auth/variable-values.ts'
import {
  type AnyConnector,
  type AnyVariableValue,
  isChoice,
  type Option,
  type Variable,
} from '../../../define/index.ts'
import type { CredentialError } from '../../../errors/index.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SentForm } from '../../pages/form.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions } from '../../pages/shared/form-field.tsx'
import {
  ChangedMeanwhile,
  nameSeen,
  readSeen,
  SeenField,
  type ShownNow,
  wasChangedSince,
} from '../../pages/shared/seen.tsx'
import type { Connection, Runtime } from '../../runtime/runtime.ts'
import { listDeclaredVariables } from '../declared-variables.ts'
import { pickConnectionRef } from './actions.tsx'

/** Prefix of the ids of variables in the names of a form. */
export const variablePrefix = 'variable.'

export interface VariableFields {
  readonly fields: readonly VariableField[]
  /** Values for variables that the connector no longer has, `max_owners: 2`. They go when the form is saved. */
  readonly gone: readonly string[]
  /** Why the values are not stored, if no single field is the reason. */
  readonly problem?: string | undefined
  /** Whether it shows what a person sent, which the choices of the vendor must not replace. */
  readonly wasSent: boolean
  /** The state that the form shows or goes on to replace. */
  readonly seen: string
  /** What somebody else saved meanwhile. */
  readonly now?: ShownNow | undefined
}

/** What a person sent that is not saved. Without an error, somebody else was first. */
export interface SentVariables {
  readonly form: SentForm
  readonly error?: CredentialError
}

export interface VariableField {
  readonly variable: Variable
  /** In the form's format; several for a multiselect or a list. */
  readonly values: readonly string[]
  /** For a select or multiselect. */
  readonly options: readonly Option[]
  /** The vendor has choices, and was not asked for them yet. The value can be typed. */
  readonly isTyped?: boolean | undefined
  /** Why the vendor gave no options. The value is then typed. */
  readonly unfetched?: string | undefined
  readonly problem?: string | undefined
}

/** How long a person waits for the choices of a vendor. */
const choicesMs = 8_000

/**
 * The variables of a connection's checks, with their values and options.
 * @param choices whether the vendor is asked for choices, or values are typed: then the page waits for nobody
 */
export async function listVariableFields(
  texts: Texts,
  runtime: Runtime,
  connector: AnyConnector,
  connection: Connection,
  choices: 'asked' | 'typed',
  sent?: SentVariables,
): Promise<VariableFields> {
  const declared = listDeclaredVariables(connector).map(({ variable }) => variable)
  const carried = carryOverVariables(declared, connection.variables)
  const fields = await Promise.all(
    declared.map(async (variable): Promise<VariableField> => {
      const { id } = variable
      const stored = Object.hasOwn(carried, id) ? carried[id] : variable.default
      const values = sent ? sent.form.all(variablePrefix + id).filter(Boolean) : toTextList(stored)
      const problem = sent?.error?.problems.find(({ path }) => path === id || path.endsWith(`.${id}`))?.message
      if (!isChoice(variable)) return { variable, values, options: [], problem }
      const hasChoices = connector.hooks.options !== undefined && Object.hasOwn(connector.hooks.options, id)
      if (hasChoices && choices === 'typed') {
        const options = variable.options ?? values.map((value) => ({ value, label: value }))
        return { variable, values, options, isTyped: true, problem }
      }
      const fetched = await waitForChoices(texts, runtime.connections.options(pickConnectionRef(connection), id))
      if (fetched?.ok === false) {
        // Without a list from the connector, a present choice can at least be kept or removed.
        const options = variable.options ?? values.map((value) => ({ value, label: value }))
        return { variable, values, options, unfetched: fetched.message, problem }
      }
      return { variable, values, options: fetched?.options ?? variable.options ?? [], problem }
    }),
  )
  const isPlaced = fields.some(({ problem }) => problem !== undefined)
  const gone = Object.entries(carried)
    .filter(([id]) => declared.every((variable) => variable.id !== id))
    .map(([id, value]) => `${id}: ${toTextList(value).join(', ') || 'false'}`)
  const now = sent && findChanged(texts, sent.form, declared, carried)
  const seen = (sent?.error && readSeen(sent.form)) ?? nameSeen(carried)
  return { fields, gone, problem: isPlaced ? undefined : sent?.error?.message, wasSent: sent !== undefined, seen, now }
}

/** @returns what is stored now; undefined if that is still what the form showed */
export function findChanged(
  texts: Texts,
  form: SentForm,
  declared: readonly Variable[],
  carried: Readonly<Record<string, AnyVariableValue>>,
): ShownNow | undefined {
  if (!wasChangedSince(form, carried)) return undefined
  return declared.map(({ id, label, default: byDefault }) => {
    const value = Object.hasOwn(carried, id) ? carried[id] : byDefault
    const { yes, no } = texts.states
    if (typeof value === 'boolean') return [label, value ? yes : no]
    return [label, toTextList(value).join(', ')]
  })
}

/** A vendor that takes longer is answered for: the person types the value. */
async function waitForChoices<T>(
  texts: Texts,
  asked: Promise<T>,
): Promise<T | { readonly ok: false; readonly message: string }> {
  const timer = new AbortController()
  const message = texts.connections.variables.timedOut({ seconds: choicesMs / 1000 })
  try {
    return await Promise.race([asked, sleep(choicesMs, { ok: false, message } as const, { signal: timer.signal })])
  } finally {
    timer.abort()
    // The vendor may still answer; nobody reads it then.
    asked.catch(() => undefined)
  }
}

/** In the runtime's form. An empty field means the default. */
export function readSentValue(variable: Variable, form: SentForm): AnyVariableValue | undefined {
  const text = form.text(variablePrefix + variable.id).trim()
  switch (variable.type) {
    case 'boolean':
      return form.text(variablePrefix + variable.id) === 'on'
    case 'multiselect': {
      // Ticked boxes, or typed lines where the vendor gave no choices.
      const sent = form.all(variablePrefix + variable.id).flatMap((one) => one.split('\n'))
      const chosen = sent.map((one) => one.trim()).filter(Boolean)
      return chosen.length > 0 || variable.default !== undefined ? chosen : undefined
    }
    case 'number':
      // The runtime refuses a text that is not a number, with its own message.
      return text === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text
    default:
      return text === '' ? undefined : text
  }
}

export function toTextList(value: AnyVariableValue | undefined): readonly string[] {
  if (value === undefined || value === false) return []
  return typeof value === 'object' ? value : [value === true ? 'on' : String(value)]
}

export function VariablesForm({
  connectionId,
  fields,
  gone,
  problem,
  wasSent,
  seen,
  now,
  vendor,
}: VariableFields & { readonly connectionId: string; readonly vendor: string }) {
  const texts = useTexts()
  const canLoad = fields.some(({ isTyped }) => isTyped)
  const withChoices = `/connections/${connectionId}?choices=yes`
  return (
    <section
      class="sheet"
      id="variables"
      aria-labelledby="variables-title"
      data-load={canLoad && !wasSent ? `${useFrame().base}${withChoices}` : undefined}
    >
      <h2 id="variables-title">{texts.connections.variables.title}</h2>
      {canLoad && (
        <p class="small">
          {texts.connections.variables.load({
            vendor,
            link: <Link to={`${withChoices}#variables`}>{texts.connections.variables.loadLink}</Link>,
          })}
        </p>
      )}
      <Alert says={problem} />
      <Alert says={gone.length === 0 ? undefined : texts.connections.variables.gone({ gone: gone.join('; ') })} />
      <ChangedMeanwhile now={now} />
      <PostForm to={`/connections/${connectionId}/variables`}>
        <SeenField seen={seen} />
        {fields.map((field) => (
          <VariableInput field={field} />
        ))}
        <FormActions submit={texts.actions.save} looks="quiet" />
      </PostForm>
    </section>
  )
}

export function VariableInput({ field }: { readonly field: VariableField }) {
  const texts = useTexts()
  const { variable, unfetched, problem } = field
  const { id, label, helpText, required } = variable
  const descriptions = [helpText && `help-${id}`, unfetched && `unfetched-${id}`, problem && `wrong-${id}`]
    .filter(Boolean)
    .join(' ')
  const input = {
    id: `variable-${id}`,
    name: variablePrefix + id,
    'aria-describedby': descriptions || undefined,
    'aria-invalid': problem === undefined ? undefined : 'true',
  } as const
  const isOptional = !required && variable.type !== 'boolean'
  return (
    <div class="field">
      {variable.type === 'multiselect' &&
      !(variable.options === undefined && (field.isTyped || unfetched !== undefined)) ? (
        <Boxes field={field} describedBy={descriptions || undefined} />
      ) : (
        <>
          {variable.type === 'boolean' ? (
            <label class="tick">
              <input type="checkbox" {...input} checked={field.values.length > 0} /> {label}
            </label>
          ) : (
            <label for={input.id}>
              {label} {isOptional && <span class="optional">{texts.labels.optional}</span>}
            </label>
          )}
          {helpText && (
            <p class="help" id={`help-${id}`}>
              {helpText}
            </p>
          )}
          <Single field={field} input={input} />
        </>
      )}
      {unfetched !== undefined && (
        <p class="help" id={`unfetched-${id}`}>
          {texts.connections.variables.notLoaded({ reason: unfetched })}
        </p>
      )}
      {problem !== undefined && (
        <p class="wrong" id={`wrong-${id}`}>
          {problem}
        </p>
      )}
    </div>
  )
}

type InputAttributes = { readonly id: string; readonly name: string }

function Single({
  field: { variable, values, options, unfetched, isTyped: mayType },
  input,
}: {
  readonly field: VariableField
  readonly input: InputAttributes
}) {
  const texts = useTexts()
  const [value = ''] = values
  if (variable.type === 'boolean') return null
  if (variable.type === 'number')
    return <input {...input} type="number" step="any" min={variable.min} max={variable.max} value={value} />
  if (variable.type === 'list' || variable.type === 'multiselect')
    return (
      <textarea {...input} rows={4} spellcheck={false} autocapitalize="none">
        {values.join('\n')}
      </textarea>
    )
  const isTyped =
    variable.type === 'text' ||
    ((mayType || unfetched !== undefined) && variable.type === 'select' && variable.options === undefined)
  if (isTyped) return <input {...input} type="text" value={value} />
  const isGone = value !== '' && options.every((option) => option.value !== value)
  return (
    <select {...input}>
      <option value="">{variable.required ? texts.shared.choose : texts.connections.variables.notSet}</option>
      {isGone && (
        <option value={value} selected>
          {texts.connections.variables.noLongerExists({ value })}
        </option>
      )}
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Several options: checkboxes, because few people know how to select several in a list. */
function Boxes({
  field: { variable, values, options },
  describedBy,
}: {
  readonly field: VariableField
  readonly describedBy: string | undefined
}) {
  const texts = useTexts()
  const { id, label, helpText } = variable
  const gone = values.filter((value) => options.every((option) => option.value !== value))
  const all = [
    ...options,
    ...gone.map((value) => ({ value, label: texts.connections.variables.noLongerExists({ value }) })),
  ]
  return (
    <fieldset aria-describedby={describedBy}>
      <legend>{label}</legend>
      {helpText && (
        <p class="help" id={`help-${id}`}>
          {helpText}
        </p>
      )}
      {all.map((option) => (
        <label class="tick">
          <input
            type="checkbox"
            name={variablePrefix + id}
            value={option.value}
            checked={values.includes(option.value)}
          />{' '}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
