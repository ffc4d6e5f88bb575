import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import * as z from 'zod'
import { buildFormat } from '../../src/data/format/connector-file.ts'
import { listForms } from '../../src/data/format/values.ts'
import { hookNames } from '../../src/define/rules/hook-rules.ts'
import { getSchemas } from '../../src/define/schema/definition-schema.ts'

export interface SchemaPage {
  readonly $schema?: string
  readonly properties?: Readonly<Record<string, SchemaPage>> | undefined
  readonly items?: SchemaPage | undefined
  readonly additionalProperties?: SchemaPage | boolean | undefined
  readonly anyOf?: readonly SchemaPage[] | undefined
  readonly oneOf?: readonly SchemaPage[] | undefined
  readonly description?: string | undefined
}

/**
 * JSON Schema of a connector as data: its definition, the names of its hooks, and its checks and inventories without their code, as
 * `checkwright show --json` prints it. The schema that validates a definition, with the docstrings of each member.
 */
export function createConnectorJsonSchema(): SchemaPage {
  const { connectorSchema, checkSchema, inventorySchema } = getSchemas()
  const { list: _list, facts: _facts, ...inventory } = inventorySchema.shape
  const fact = z.strictObject({ scopes: z.optional(z.array(z.string())) })
  const use = z.strictObject({ inventory: z.string(), members: z.optional(z.array(z.string())) })
  const json = z.strictObject({
    ...connectorSchema.shape,
    hooks: z.array(z.enum([...hookNames].sort())),
    checks: z.array(z.strictObject({ ...checkSchema.shape, reads: z.optional(z.array(use)) })),
    inventories: z.optional(z.array(z.strictObject({ ...inventory, facts: z.optional(z.record(z.string(), fact)) }))),
  })
  return describeMembers(z.toJSONSchema(json, { io: 'input' }) as SchemaPage, ['ConnectorDefinition', 'ConnectorJson'])
}

/** The interface of the members below a member; for any other, the one that contains it. */
const belowDefinition: Readonly<Record<string, readonly string[]>> = {
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
  checks: ['CheckData', 'CheckJson'],
  reads: ['InventoryUse'],
  unread: ['UnreadMembers'],
  notJudged: ['NotJudged'],
  inventories: ['InventoryData'],
  facts: ['FactData'],
  controls: ['BoundedControl'],
  requires: ['Bound'],
  // The author of the definition names their members.
  headers: [],
  query: [],
}

/**
 * JSON Schema of a connector that is written as data, for editors. The format that reads it, with the docstrings of each member.
 */
export function createConnectorFileSchema(): SchemaPage {
  const schema = z.toJSONSchema(buildFormat(listForms) as never, { io: 'input', unrepresentable: 'any' }) as SchemaPage
  return describeMembers(schema, ['buildFormat', 'ConnectorDefinition'], { ...belowDefinition, ...belowFormat })
}

/** The same for members that only files have: the functions that build their forms. */
const belowFormat: typeof belowDefinition = {
  checks: ['buildRule', 'buildQuestion', 'CheckData'],
  inventories: ['buildInventoryForm', 'InventoryData'],
  facts: ['buildInventoryForm', 'buildRequestForms', 'FactData'],
  ...Object.fromEntries(['list', 'get', 'detail', 'let', 'for'].map((name) => [name, ['buildRequestForms']])),
  next: ['buildNext'],
  items: ['buildItems'],
  values: ['buildRuleValue'],
  none: ['buildNone'],
}

function describeMembers(schema: SchemaPage, types: readonly string[], below = belowDefinition): SchemaPage {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]): [string, SchemaPage] => {
    const description = types.map((type) => loadMemberDocs().get(`${type}.${name}`)).find((text) => text !== undefined)
    return [name, { description, ...describeMembers(member, below[name] ?? types, below) }]
  })
  const { items, additionalProperties, anyOf, oneOf } = schema
  return {
    ...schema,
    properties: schema.properties && Object.fromEntries(properties),
    items: items && describeMembers(items, types, below),
    additionalProperties:
      typeof additionalProperties === 'object'
        ? describeMembers(additionalProperties, types, below)
        : additionalProperties,
    anyOf: anyOf?.map((each) => describeMembers(each, types, below)),
    oneOf: oneOf?.map((each) => describeMembers(each, types, below)),
  }
}

let docs: ReadonlyMap<string, string> | undefined

/** The docstrings of the members of interfaces in src/define by `Interface.member`, of the forms of files by `function.member`. */
function loadMemberDocs(): ReadonlyMap<string, string> {
  docs ??= new Map(['define', 'data/format'].flatMap(listFiles).flatMap(readInterfaceDocs))
  return docs
}

function listFiles(folder: string): string[] {
  return readdirSync(new URL(`../../src/${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => `${folder}/${name}`)
}

function readInterfaceDocs(name: string): [string, string][] {
  const file = new URL(`../../src/${name}`, import.meta.url)
  const source = ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: [string, string][] = []
  for (const statement of source.statements) {
    const isForm = ts.isFunctionDeclaration(statement)
    if (!isForm && !ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue
    statement.forEachChild(function visit(node): void {
      const isMember =
        ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
      const text = isMember ? readMemberDoc(node) : ''
      if (isMember && text !== '') found.push([`${statement.name?.text}.${node.name.getText(source)}`, text])
      if (!ts.isPropertySignature(node)) node.forEachChild(visit)
    })
  }
  return found
}

function readMemberDoc(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const text = ts.getTextOfJSDocComment(doc?.comment)?.replaceAll(/\s+/g, ' ').trim() ?? ''
  const tag = doc?.tags?.find((each) => each.tagName.text === 'default')
  const standard = ts.getTextOfJSDocComment(tag?.comment)?.trim()
  return [text, ...(standard ? [`Default: ${standard}.`] : [])].filter((part) => part !== '').join(' ')
}
