import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv, { type ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TestContext } from 'vitest'

const folder = process.env.CHECKWRIGHT_TEST_DATA

/** Path of a published schema. Skips the test loudly where the schemas are not. */
export function findSchemaPath(name: string, { skip }: TestContext): string {
  if (folder === undefined) skip('needs the official schemas in CHECKWRIGHT_TEST_DATA')
  return join(`${folder}`, 'schemas', name)
}

/** Says what a document violates in a published JSON Schema; undefined when nothing. */
export function createValidator(name: string, context: TestContext): (document: unknown) => string | undefined {
  const path = findSchemaPath(name, context)
  const validate = compiled.get(path) ?? compile(readJson(path))
  compiled.set(path, validate)
  return (document) => (validate(document) ? undefined : JSON.stringify(validate.errors?.slice(0, 3)))
}

/**
 * The validator of an OSCAL assessment plan. NIST's schema of the plan has the same definitions as its schema of the results, version by
 * version, and only its outermost object is its own: that one stands here, the rest is the published file of the results.
 */
export function createPlanValidator(context: TestContext): (document: unknown) => string | undefined {
  const path = findSchemaPath('oscal-assessment-results-1.2.1.schema.json', context)
  const validate = compiled.get(`plan ${path}`) ?? compile(createPlanSchema(path))
  compiled.set(`plan ${path}`, validate)
  return (document) => (validate(document) ? undefined : JSON.stringify(validate.errors?.slice(0, 3)))
}

/** The same of a plan of action and milestones. */
export function createPoamValidator(context: TestContext): (document: unknown) => string | undefined {
  const path = findSchemaPath('oscal-assessment-results-1.2.1.schema.json', context)
  const validate = compiled.get(`poam ${path}`) ?? compile(createPoamSchema(path))
  compiled.set(`poam ${path}`, validate)
  return (document) => (validate(document) ? undefined : JSON.stringify(validate.errors?.slice(0, 3)))
}

function createPoamSchema(path: string): object {
  const { $schema, definitions } = readJson(path)
  const of = (name: string) => ({ $ref: `#/definitions/oscal-ar-oscal-${name}` })
  const listOf = (items: object) => ({ type: 'array', minItems: 1, items })
  const closed = (properties: object, required: readonly string[] = []) => ({
    type: 'object',
    additionalProperties: false,
    properties,
    required,
  })
  const uuid = { $ref: '#/definitions/UUIDDatatype' }
  const text = { type: 'string', minLength: 1 }
  const item = closed(
    {
      uuid,
      title: text,
      description: text,
      props: listOf(of('metadata:property')),
      'related-observations': listOf(closed({ 'observation-uuid': uuid }, ['observation-uuid'])),
      'related-risks': listOf(closed({ 'risk-uuid': uuid }, ['risk-uuid'])),
    },
    ['title', 'description'],
  )
  const poam = closed(
    {
      uuid,
      metadata: of('metadata:metadata'),
      'system-id': closed({ 'identifier-type': { type: 'string', format: 'uri' }, id: text }, ['id']),
      observations: listOf(of('assessment-common:observation')),
      risks: listOf(of('assessment-common:risk')),
      'poam-items': listOf(item),
    },
    ['uuid', 'metadata', 'poam-items'],
  )
  const root = 'plan-of-action-and-milestones'
  return { $schema, definitions, ...closed({ [root]: poam }, [root]) }
}

function createPlanSchema(path: string): object {
  const { $schema, definitions } = readJson(path)
  const of = (name: string) => ({ $ref: `#/definitions/oscal-ar-oscal-${name}` })
  const listOf = (name: string) => ({ type: 'array', minItems: 1, items: of(name) })
  const closed = (properties: object, required: readonly string[] = []) => ({
    type: 'object',
    additionalProperties: false,
    properties,
    required,
  })
  const localDefinitions = closed({
    components: listOf('implementation-common:system-component'),
    activities: listOf('assessment-common:activity'),
  })
  const plan = closed(
    {
      uuid: { $ref: '#/definitions/UUIDDatatype' },
      metadata: of('metadata:metadata'),
      'import-ssp': of('assessment-common:import-ssp'),
      'local-definitions': localDefinitions,
      'reviewed-controls': of('assessment-common:reviewed-controls'),
      'assessment-subjects': listOf('assessment-common:assessment-subject'),
      'assessment-assets': of('assessment-common:assessment-assets'),
      tasks: listOf('assessment-common:task'),
      'back-matter': of('metadata:back-matter'),
    },
    ['uuid', 'metadata', 'import-ssp', 'reviewed-controls'],
  )
  return { $schema, definitions, ...closed({ 'assessment-plan': plan }, ['assessment-plan']) }
}

const compiled = new Map<string, ValidateFunction>()

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function compile(schema: { readonly $schema?: string }): ValidateFunction {
  const options = { strict: false }
  const ajv = `${schema.$schema}`.includes('2020') ? new Ajv2020(options) : new Ajv(options)
  addFormats(ajv)
  return ajv.compile(schema)
}
