/** One option of a `select`, `multiselect` or `combobox`. */
export interface Option {
  readonly value: string
  readonly label: string
}

interface FieldBase {
  /** Name of the value in `ctx.credentials` and in `{placeholders}`. */
  readonly id: string
  /** The label in a form. */
  readonly label: string
  /** @default false */
  readonly required?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly helpText?: string | undefined
  /**
   * Regular expression that the whole value must match. Required for a field that fills a whole host, because the value
   * then decides where credentials are sent.
   */
  readonly pattern?: string | undefined
}

/** A field for free text. `password` keeps the value out of logs, results and replies. */
export interface TypedField extends FieldBase {
  readonly type: 'text' | 'password' | 'textarea' | 'number' | 'url'
  /**
   * Query parameter in which the vendor's redirect to the page Connect brings the value, such as `installation_id`. The page
   * fills it in, and a person still presses the button. For what is neither a secret nor part of a host.
   */
  readonly callbackParam?: string | undefined
}

/** A field with a list: `select` takes one option, `multiselect` several, `combobox` also free text. */
export interface ChoiceField extends FieldBase {
  readonly type: 'select' | 'multiselect' | 'combobox'
  readonly options: readonly Option[]
}

/** A checkbox. If it is required, the person has to choose yes or no. */
export interface BooleanField extends FieldBase {
  readonly type: 'boolean'
}

/**
 * A client certificate with its key, for TLS connections to the connector's own hosts: as PEM, or as PKCS#12 (.p12,
 * .pfx) in base64. A connector has at most one.
 */
export interface CertificateField extends FieldBase {
  readonly type: 'certificate'
  /** Id of the `password` field that holds the passphrase of the key or file. @default none is needed */
  readonly passphraseField?: string | undefined
}

/** One value that a person types to connect. */
export type CredentialField = TypedField | ChoiceField | BooleanField | CertificateField

/** A value that an operator of the platform enters once for all who connect. */
export type CustomSetting = (
  | Omit<TypedField, 'callbackParam'>
  | (ChoiceField & { readonly type: 'select' | 'combobox' })
) & {
  /** Literal placeholder, braces included, that the value replaces: `'{APP_NAME}'`. @default `{id}` */
  readonly token?: `{${string}}` | undefined
}

/** A value that a credential field can hold. */
export type AnyCredentialValue = string | number | boolean | readonly string[]

/** The values of the options that a field or variable offers. */
export type Choice<F> = F extends { readonly options: readonly { readonly value: infer V extends string }[] }
  ? V
  : string

/** The value of one field as a check gets it: numbers as numbers, a select as one of its options. */
export type CredentialValue<F extends CredentialField> = F extends { readonly type: 'number' }
  ? number
  : F extends { readonly type: 'boolean' }
    ? boolean
    : F extends { readonly type: 'multiselect' }
      ? readonly Choice<F>[]
      : F extends { readonly type: 'select'; readonly options: readonly { readonly value: infer V }[] }
        ? V
        : string
