import * as z from 'zod'
import { frameworkFileSchema } from '../src/checks/controls/framework-schema.ts'
import { waiversFileSchema } from '../src/checks/waivers/waiver-schema.ts'

/** JSON Schemas of the files that people write by hand, for their editors. */
export function schemaPages(): { readonly path: string; readonly text: string }[] {
  return [
    page('waivers', 'Waivers of Checkwright', waiversFileSchema),
    page('framework', 'A framework of controls for Checkwright', frameworkFileSchema),
  ]
}

function page(name: string, title: string, schema: z.ZodType) {
  const { $schema, ...rest } = z.toJSONSchema(schema)
  return {
    path: `docs/schemas/${name}.schema.json`,
    text: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`,
  }
}
