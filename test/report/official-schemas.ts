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
  const validate = compiled.get(path) ?? compile(path)
  compiled.set(path, validate)
  return (document) => (validate(document) ? undefined : JSON.stringify(validate.errors?.slice(0, 3)))
}

const compiled = new Map<string, ValidateFunction>()

function compile(path: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(path, 'utf8'))
  const options = { strict: false }
  const ajv = `${schema.$schema}`.includes('2020') ? new Ajv2020(options) : new Ajv(options)
  addFormats(ajv)
  return ajv.compile(schema)
}
