import type { ShippedControl } from './shipped-controls.ts'

/** `soc2:CC6.1`: a framework and one of its controls, of a shipped framework or of your own. */
export type ControlId = ShippedControl | (string & {})

/**
 * Bounds for the value of a variable. Numbers: `min`, `max`. Text, choices and yes or no: `oneOf`. Several choices:
 * `includes` lists choices that must be selected, `oneOf` lists all that may be selected, and `empty` allows that none is
 * selected, if none means all. `includes` also bounds a text that lists values with commas between them.
 */
export interface Bound {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly oneOf?: readonly (string | boolean)[] | undefined
  readonly includes?: readonly string[] | undefined
  readonly empty?: true | undefined
}

/** The bound that fits a variable's type. */
export type BoundOn<Value> = unknown extends Value
  ? Bound
  : [Value] extends [number]
    ? { readonly min?: number | undefined; readonly max?: number | undefined }
    : [Value] extends [readonly (infer Option)[]]
      ? {
          readonly oneOf?: readonly Option[] | undefined
          readonly includes?: readonly Option[] | undefined
          readonly empty?: true | undefined
        }
      : string extends Value
        ? { readonly oneOf?: readonly Value[] | undefined; readonly includes?: readonly string[] | undefined }
        : { readonly oneOf: readonly Value[] }

/**
 * A control that a passing check supports only while its variables keep within bounds. With a looser value, a pass
 * proves less than the control requires, and the control is undetermined.
 */
export interface BoundedControl {
  /** `soc2:CC6.1` */
  readonly id: string
  /** By id of the variable, the connector's or the check's own. */
  readonly requires: Readonly<Record<string, Bound>>
}

/** The same, as the author of a check writes it: ids and values follow the variables. */
export interface TypedBoundedControl<Variables> {
  readonly id: ControlId
  readonly requires: { readonly [Id in keyof Variables]?: BoundOn<Exclude<Variables[Id], undefined>> }
}

/**
 * Several controls that a passing check supports within the same bounds.
 * @param ids `['soc2:CC6.1', 'iso27001:A.5.17']`
 * @param requires by id of the variable. `defineConnector` refuses an id that the check does not have
 * @example
 * controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17'], { max_key_days: { max: 365 } })
 */
export function boundControls<const Id extends ControlId, const Requires extends Readonly<Record<string, Bound>>>(
  ids: readonly Id[],
  requires: Requires,
): readonly { readonly id: Id; readonly requires: Requires }[] {
  return ids.map((id) => ({ id, requires }))
}

/** Id of the control that a check maps to. */
export function toControlId(control: string | Pick<BoundedControl, 'id'>): string {
  return typeof control === 'string' ? control : control.id
}
