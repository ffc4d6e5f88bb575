import { readFileSync } from 'node:fs'
import ts from 'typescript'
import * as z from 'zod'
import { getSchemas } from '../src/define/definition-schema.ts'

interface SchemaPage {
  readonly $schema?: string
  readonly properties?: Readonly<Record<string, SchemaPage>>
  readonly items?: SchemaPage
  readonly additionalProperties?: SchemaPage | boolean
  readonly anyOf?: readonly SchemaPage[]
  readonly oneOf?: readonly SchemaPage[]
  readonly description?: string
}

/**
 * JSON Schema of a connector as data: its definition, the names of its hooks, and its checks without their code, as
 * `checkwright show --json` prints it. What a definition is validated by, with what the types say of each member.
 */
export function createConnectorJsonSchema(): SchemaPage {
  const { connectorSchema, checkSchema } = getSchemas()
  const json = z.strictObject({
    ...connectorSchema.shape,
    hooks: z.array(z.enum(['authenticate', 'classify', 'options', 'sign', 'test', 'token'])),
    checks: z.array(checkSchema),
  })
  return describeMembers(z.toJSONSchema(json, { io: 'input' }) as SchemaPage, ['ConnectorDefinition', 'ConnectorJson'])
}

/** Whose members lie below a member; below any other, those of what it lies in. */
const below: Readonly<Record<string, readonly string[]>> = {
  credentialFields: ['FieldBase', 'TypedField', 'ChoiceField'],
  customSettings: ['FieldBase', 'TypedField', 'ChoiceField', 'CustomSetting'],
  options: ['Option'],
  variables: ['VariableBase', 'NumberVariable'],
  limits: ['Limits'],
  test: ['TestRequest'],
  config: [
    'OAuth2Options',
    'AuthorizationCodeConfig',
    'ClientCredentialsConfig',
    'ApiKeyConfig',
    'BasicConfig',
    'CustomConfig',
  ],
  capture: ['Capture'],
  checks: ['CheckData'],
  controls: ['BoundedControl'],
  requires: ['Bound'],
  // Their members are named by whoever writes the definition.
  headers: [],
  query: [],
}

function describeMembers(schema: SchemaPage, types: readonly string[]): SchemaPage {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]): [string, SchemaPage] => {
    const description = types.map((type) => loadMemberDocs().get(`${type}.${name}`)).find((text) => text !== undefined)
    return [
      name,
      { ...(description !== undefined && { description }), ...describeMembers(member, below[name] ?? types) },
    ]
  })
  const { items, additionalProperties, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(items && { items: describeMembers(items, types) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: describeMembers(additionalProperties, types),
    }),
    ...(anyOf && { anyOf: anyOf.map((each) => describeMembers(each, types)) }),
    ...(oneOf && { oneOf: oneOf.map((each) => describeMembers(each, types)) }),
  }
}

let docs: ReadonlyMap<string, string> | undefined

/** What stands above each member of the interfaces of src/define, by `Interface.member`. */
function loadMemberDocs(): ReadonlyMap<string, string> {
  docs ??= new Map(
    ['auth-config', 'check', 'connector', 'connector-definition', 'control', 'credential-field', 'variable'].flatMap(
      readInterfaceDocs,
    ),
  )
  return docs
}

function readInterfaceDocs(name: string): [string, string][] {
  const file = new URL(`../src/define/${name}.ts`, import.meta.url)
  const source = ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: [string, string][] = []
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue
    statement.forEachChild(function visit(node): void {
      if (!ts.isPropertySignature(node)) return void node.forEachChild(visit)
      const text = readMemberDoc(node)
      if (text !== '') found.push([`${statement.name.text}.${node.name.getText(source)}`, text])
    })
  }
  return found
}

function readMemberDoc(node: ts.PropertySignature): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const text = ts.getTextOfJSDocComment(doc?.comment)?.replaceAll(/\s+/g, ' ').trim() ?? ''
  const tag = doc?.tags?.find((each) => each.tagName.text === 'default')
  const standard = ts.getTextOfJSDocComment(tag?.comment)?.trim()
  return [text, ...(standard ? [`Default: ${standard}.`] : [])].filter((part) => part !== '').join(' ')
}
