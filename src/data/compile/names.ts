import {
  type ConnectorDefinition,
  isSecret,
  listCaptures,
  listCredentialFields,
  type ReadingContext,
  type Variable,
} from '../../define/index.ts'
import { Meter } from '../expressions/meter.ts'
import type { ExpressionScope } from '../expressions/scope.ts'
import { anyShape, booleanShape, numberShape, type Shape, textShape } from '../expressions/shape.ts'
import type { Value, ValueOrUnknown } from '../expressions/value.ts'

/** Names that expressions and templates of one place may use, with what is known of their values. */
export interface KnownNames {
  readonly shapes: Readonly<Record<string, Shape>>
  /** Names whose values come from the vendor's answers. */
  readonly answers: ReadonlySet<string>
  /** Credential fields that a template may show to the vendor in a path: no secrets. */
  readonly fields: ReadonlySet<string>
  /** Values that the check itself has named. A text takes them without a dot: `{days}`. */
  readonly values?: ReadonlySet<string>
  /** Of these, the ones that are for texts and evidence only. */
  readonly shown?: ReadonlySet<string>
}

/** The names that every request of a check has. */
export function createNames(definition: ConnectorDefinition, variables: readonly Variable[]): KnownNames {
  const fields = [
    ...listCredentialFields(definition).filter((field) => !isSecret(field)),
    ...listCaptures(definition).filter(({ secret }) => secret !== true),
  ]
  return {
    shapes: {
      vars: closeShape(Object.fromEntries(variables.map((variable) => [variable.id, readVariableShape(variable)]))),
      connection: closeShape(Object.fromEntries(fields.map(({ id }) => [id, textShape]))),
    },
    answers: new Set(),
    fields: new Set(fields.map(({ id }) => id)),
  }
}

/** With one more name, for an answer of the vendor's. */
export function addAnswer(names: KnownNames, name: string, shape: Shape = anyShape): KnownNames {
  return { ...names, shapes: { ...names.shapes, [name]: shape }, answers: new Set([...names.answers, name]) }
}

/** Without the names of answers, for what holds for a whole check. */
export function withoutAnswers({ shapes: { vars, connection }, fields }: KnownNames): KnownNames {
  return { shapes: { vars: vars ?? anyShape, connection: connection ?? anyShape }, answers: new Set(), fields }
}

/** An object with these members and no others. */
export function closeShape(members: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(members).map(([name, shape]) => [name, () => shape] as const)
  return { kinds: ['object'], members: new Map(entries), isClosed: true }
}

function readVariableShape({ type }: Variable): Shape {
  switch (type) {
    case 'number':
      return numberShape
    case 'boolean':
      return booleanShape
    case 'list':
    case 'multiselect':
      return { kinds: ['list'], item: () => textShape }
    default:
      return textShape
  }
}

/** Values by name, as a check goes along. */
export type Bindings = Readonly<Record<string, ValueOrUnknown | undefined>>

/** Values of the names that do not come from answers. */
export function bindContext(ctx: ReadingContext, { fields }: KnownNames): Bindings {
  const shown = Object.entries(ctx.credentials).filter(([id]) => fields.has(id))
  return { vars: ctx.variables as Value, connection: Object.fromEntries(shown) as Value }
}

/** A record has steps of its own, so that one costly record does not take them from others. */
export function createScope(ctx: Pick<ReadingContext, 'now'>, names: Bindings): ExpressionScope {
  return { names, items: [], now: ctx.now, meter: new Meter() }
}
