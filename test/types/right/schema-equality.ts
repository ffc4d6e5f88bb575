import type * as z from 'zod/mini'
import type {
  ApiKeyConfig,
  AuthDefinition,
  BasicConfig,
  CheckData,
  ConnectorDefinition,
  CredentialField,
  CustomConfig,
  CustomSetting,
  InventoryData,
  OAuth2Config,
  Variable,
} from '../../../src/define/index.ts'
import type { getSchemas } from '../../../src/define/schema/definition-schema.ts'
import { type Mutable, same } from './equal.ts'

/**
 * The types that authors write against are made for inference, the schemas for judging what JavaScript and JSON bring.
 * Each pair says the same, up to `readonly`.
 */

type Schemas = ReturnType<typeof getSchemas>
type Auth = z.input<Schemas['authSchema']>
type ConfigOf<Type> = Extract<Auth, { type: Type }>['config']

same<Mutable<ConnectorDefinition>, Mutable<z.input<Schemas['connectorSchema']>>>(true)
same<Mutable<AuthDefinition>, Mutable<Auth>>(true)
same<Mutable<OAuth2Config>, Mutable<ConfigOf<'oauth2'>>>(true)
same<Mutable<ApiKeyConfig>, Mutable<ConfigOf<'api_key'>>>(true)
same<Mutable<BasicConfig>, Mutable<ConfigOf<'basic'>>>(true)
same<Mutable<CustomConfig>, Mutable<ConfigOf<'custom'>>>(true)
same<Mutable<CustomSetting>, Mutable<NonNullable<ConfigOf<'oauth2'>['customSettings']>[number]>>(true)
same<Mutable<CredentialField>, Mutable<z.input<Schemas['credentialFieldSchema']>>>(true)
same<Mutable<Variable>, Mutable<z.input<Schemas['variableSchema']>>>(true)
type Inventories = Omit<z.input<Schemas['inventorySchema']>, 'list' | 'facts'>
same<Mutable<Omit<InventoryData, 'facts'>>, Mutable<Inventories>>(true)
same<Mutable<CheckData>, Mutable<z.input<Schemas['checkSchema']>>>(true)

// The output equals the input: no schema changes a value.
same<z.input<Schemas['connectorSchema']>, z.output<Schemas['connectorSchema']>>(true)
same<z.input<Schemas['checkSchema']>, z.output<Schemas['checkSchema']>>(true)

// The measure itself tells apart what it must.
same<Mutable<{ readonly a?: 'x' | undefined }>, { a?: 'x' | undefined }>(true)
same<Mutable<{ a?: 'x' }>, { a?: 'x' | undefined }>(false)
same<Mutable<{ a: 'x' | undefined }>, { a?: 'x' | undefined }>(false)
same<Mutable<{ a: string }>, { a: 'x' }>(false)
same<Mutable<{ a: { readonly b: readonly string[] } }>, { a: { b: string[] } }>(true)
