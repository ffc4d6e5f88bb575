import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { createClientDocument, operations } from '../../src/app/client/operations.ts'

const table = resolve(import.meta.dirname, '../../src/app/client/operations.ts')
const types = 'src/app/client/api.ts'

/** Writes the table of calls into `checkwright/client`, which would otherwise load every route. */
export const clientOperations = {
  name: 'client-operations',
  load(id: string) {
    if (id !== table) return undefined
    return { code: `export const operations = ${JSON.stringify(operations)}\n`, moduleType: 'js' as const }
  },
}

/** Writes the types of `checkwright/client` beside its code. Git does not keep them, because they are the document again. */
export async function writeClientTypes(): Promise<void> {
  const nodes = await openapiTS(JSON.parse(JSON.stringify(createClientDocument(), dropRefusals)), {
    alphabetize: true,
    emptyObjectsUnknown: true,
  })
  const text = `/** Made by the build from the OpenAPI document. */\n${astToString(nodes)}`
  if (!existsSync(types) || readFileSync(types, 'utf8') !== text) writeFileSync(types, text)
}

/** A call returns only what succeeds, and names parameters of path and query alone. */
function dropRefusals(name: string, value: unknown): unknown {
  if (name === 'responses' && typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).filter(([status]) => /^2\d\d$/.test(status)))
  if (name === 'parameters' && Array.isArray(value)) return value.filter((each) => each.in !== 'header')
  if (name === 'headers' || name === 'securitySchemes') return undefined
  return value
}
