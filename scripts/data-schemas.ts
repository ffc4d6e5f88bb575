import * as z from 'zod'
import { frameworkFileSchema } from '../src/checks/controls/framework-schema.ts'
import { waiversFileSchema } from '../src/checks/waivers/waiver-schema.ts'
import { connectorJsonSchema } from './connector-schema.ts'

/** JSON Schemas of the files that people write by hand, and of connectors as data, for their editors. */
export function schemaPages(): { readonly path: string; readonly text: string }[] {
  return [
    page('waivers', 'Waivers of Checkwright', z.toJSONSchema(waiversFileSchema)),
    page('framework', 'A framework of controls for Checkwright', z.toJSONSchema(frameworkFileSchema)),
    page('connector', 'A connector of Checkwright as data', connectorJsonSchema()),
  ]
}

function page(name: string, title: string, { $schema, ...rest }: { readonly $schema?: string }) {
  return {
    path: `docs/schemas/${name}.schema.json`,
    text: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`,
  }
}
