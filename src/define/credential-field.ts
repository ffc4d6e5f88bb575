/** What a person picks in a `select` or `combobox`. */
export interface Option {
  readonly value: string
  readonly label: string
}

interface FieldBase {
  /** Name of the value in `ctx.credentials` and in `{placeholders}`. */
  readonly id: string
  /** What a form shows. */
  readonly label: string
  /** @default false */
  readonly required?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly helpText?: string | undefined
  /**
   * Regular expression that the whole value must match. Demanded of a field that fills a whole host, because the value
   * then decides where credentials are sent.
   */
  readonly pattern?: string | undefined
}

/** A field that is typed freely. `password` keeps the value out of logs, results and replies. */
export interface TypedField extends FieldBase {
  readonly type: 'text' | 'password' | 'textarea' | 'number' | 'url'
}

/** A field with a list: `select` takes one of it, `combobox` free input as well. */
export interface ChoiceField extends FieldBase {
  readonly type: 'select' | 'combobox'
  readonly options: readonly Option[]
}

/** One value that a person types to connect. */
export type CredentialField = TypedField | ChoiceField

/** A value that an administrator enters once per OAuth app. */
export type CustomSetting = CredentialField & {
  /** Literal placeholder, braces included, that the value replaces: `'{APP_NAME}'`. @default `{id}` */
  readonly token?: `{${string}}` | undefined
}

/** The value of one field as a check gets it: numbers as numbers, a select as one of its options. */
export type CredentialValue<F extends CredentialField> = F extends { readonly type: 'number' }
  ? number
  : F extends { readonly type: 'select'; readonly options: readonly { readonly value: infer V }[] }
    ? V
    : string
