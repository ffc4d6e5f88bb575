import type { Distinct, IdsOf, Known, Mistake } from './check/mistake.ts'
import type { AuthType } from './connector/auth-config.ts'
import type { ConnectorDefinition } from './connector/connector-definition.ts'
import type { CredentialField, CredentialValue } from './connector/credential-field.ts'
import type { Variable, VariableValues } from './connector/variable.ts'

/**
 * Types that follow a definition. Each step takes the literal type of the definition and gives ids and values. Only
 * resolved object types leave this file, so that a long `setupInstructions` never reaches a declaration file.
 */

// Writing the members out makes declaration files show them instead of this alias and the whole definition.
type Flatten<T> = T extends infer O ? { readonly [K in keyof O]: O[K] } : never

/** The literal types of a definition that types are computed from. */
type DefinitionShape = Pick<ConnectorDefinition, 'auth'> & {
  readonly credentialFields?: readonly CredentialField[] | undefined
  readonly variables?: readonly Variable[] | undefined
}

type ListAt<T, K extends PropertyKey> = T extends { readonly [P in K]: infer L extends readonly unknown[] }
  ? L
  : readonly []
type StringAt<T, K extends PropertyKey, Default extends string> = T extends {
  readonly [P in K]: infer S extends string
}
  ? S
  : Default

// Credential ids, each as a tuple so that a repetition can be found.
type BasicIds<C> = [
  ...(C extends { readonly fixedUsername: string } ? [] : [StringAt<C, 'usernameField', 'username'>]),
  ...(C extends { readonly fixedPassword: string } ? [] : [StringAt<C, 'passwordField', 'password'>]),
]

/** Ids that the strategy brings: generated, declared in it, or captured. */
type StrategyIds<A> = A extends { readonly type: 'api_key' }
  ? ['api_key']
  : A extends { readonly type: 'basic'; readonly config: infer C }
    ? BasicIds<C>
    : A extends { readonly type: 'custom'; readonly config: infer C }
      ? IdsOf<ListAt<C, 'credentialFields'>>
      : A extends { readonly config: infer C }
        ? IdsOf<ListAt<C, 'capture'>>
        : []

type Settings<D extends DefinitionShape> = ListAt<D['auth']['config'], 'customSettings'>
type TokenName<S> = S extends { readonly token: `{${infer T}}` } ? T : never
// A setting with a token equal to its id counts as one name.
type SettingNames<L extends readonly unknown[]> = {
  readonly [I in keyof L]: L[I] extends { readonly id: infer Id }
    ? TokenName<L[I]> extends Id
      ? Id
      : Id | TokenName<L[I]>
    : never
}

type Namespace<D extends DefinitionShape> = [
  ...IdsOf<ListAt<D, 'credentialFields'>>,
  ...StrategyIds<D['auth']>,
  ...SettingNames<Settings<D>>,
]

type FieldValues<L extends readonly CredentialField[]> = {
  readonly [F in L[number] as F['id']]: CredentialValue<F> | (F extends { readonly required: true } ? never : undefined)
}
type Strings<Ids extends readonly unknown[]> = { readonly [Id in Ids[number] as Id & string]: string }
type ListedFields<T> =
  ListAt<T, 'credentialFields'> extends infer L extends readonly CredentialField[] ? L : readonly []

/** `ctx.credentials` of a definition. */
export type CredentialsOf<D extends DefinitionShape> = Flatten<
  FieldValues<ListedFields<D>> &
    (D['auth'] extends { readonly type: 'custom'; readonly config: infer C }
      ? FieldValues<ListedFields<C>>
      : Strings<StrategyIds<D['auth']>>)
>

/** `ctx.variables` of a definition. */
export type VariablesOf<D extends DefinitionShape> = Flatten<
  VariableValues<D['variables'] extends infer V extends readonly Variable[] ? V : readonly []>
>

/** Ids of variables whose options a hook may fetch. */
export type ChoiceIdsOf<D extends DefinitionShape> = ListAt<D, 'variables'>[number] extends infer V
  ? V extends { readonly type: 'select' | 'multiselect'; readonly id: infer Id extends string }
    ? Id
    : never
  : never

export type AuthTypeOf<D extends DefinitionShape> = D['auth']['type'] & AuthType

type PlaceholdersIn<S> = string extends S
  ? never
  : S extends `${string}{${infer P}}${infer Rest}`
    ? P | PlaceholdersIn<Rest>
    : never

/** The text itself, or a mistake with the first placeholder that has no value. */
type TemplateText<S, Names> = [Exclude<PlaceholdersIn<S>, Names>] extends [never]
  ? S
  : Mistake<`{${Exclude<PlaceholdersIn<S>, Names> & string}} names no credential field or setting`>

type TemplateKey =
  | 'baseUrl'
  | 'graphqlPath'
  | 'authorizeUrl'
  | 'tokenUrl'
  | 'refreshUrl'
  | 'revokeUrl'
  | 'registrationUrl'
  | 'allowedHosts'
  | 'headers'
  | 'query'
  | 'authorizationParams'
  | 'tokenParams'
  | 'refreshParams'
  | 'path'

type CheckTemplates<T, Names> = T extends string
  ? TemplateText<T, Names>
  : { readonly [K in keyof T]: CheckTemplates<T[K], Names> }

/** Every template of a definition; a capture's or test's `path` is a template only where it is a request path. */
type Templates<D, Names> = {
  readonly [K in keyof D]: K extends 'auth'
    ? { readonly [A in keyof D[K]]: A extends 'config' ? Templates<D[K][A], Names> : D[K][A] }
    : K extends 'test'
      ? CheckTemplates<D[K], Names>
      : K extends TemplateKey
        ? CheckTemplates<D[K], Names>
        : D[K]
}

// Reserved names, because OAuth brings them (`oauthNames` in rules.ts).
type TokenIds<A> = A extends { readonly type: 'oauth2' }
  ? ['access_token', 'refresh_token', 'client_secret', 'code_verifier']
  : []

/**
 * Compile-time rules of a definition: known options only, a literal id, placeholders with a value, and no id used
 * twice. If a definition is not a `ConnectorDefinition` at all, it is inferred as that type, and the compiler's own
 * message gives the reason.
 */
export type CheckedDefinition<D extends ConnectorDefinition, Id extends string> = (string extends Id
  ? { readonly id: Mistake<'the id must be a literal'> }
  : unknown) &
  (ConnectorDefinition extends D
    ? unknown
    : Known<D, ConnectorDefinition> &
        Templates<D, Namespace<D>[number]> & {
          readonly auth: Distinct<[...Namespace<D>, ...TokenIds<D['auth']>]>
          readonly variables?: Distinct<IdsOf<ListAt<D, 'variables'>>> | undefined
        })
