import { buildAuth } from './auth.ts'
import { buildCheckSchema } from './check.ts'
import { buildConnectorSchema } from './connector.ts'
import { buildFields } from './fields.ts'
import { buildInventorySchema } from './inventory.ts'
import { buildValues } from './values.ts'

/**
 * The definition's schemas, built when the first definition is parsed. They are strict, so that a misspelt option is an
 * error. zod/mini, because importing a connector must cost next to nothing. The input types of this folder are written
 * by hand for inference. A type test keeps both equal.
 */

let built: ReturnType<typeof buildSchemas> | undefined

/** Building the schemas takes longer than loading zod/mini. An import that defines nothing does not wait for it. */
export function getSchemas() {
  built ??= buildSchemas()
  return built
}

function buildSchemas() {
  const values = buildValues()
  const fields = buildFields(values)
  const authSchema = buildAuth(values, fields)
  return {
    credentialFieldSchema: fields.credentialFieldSchema,
    variableSchema: fields.variableSchema,
    authSchema,
    connectorSchema: buildConnectorSchema({ ...values, ...fields, authSchema }),
    checkSchema: buildCheckSchema({ ...values, ...fields }),
    inventorySchema: buildInventorySchema(values),
  }
}
