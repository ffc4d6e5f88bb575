import * as z from 'zod'
import { readingFileSchema } from '../../src/author/prove/witnesses/reading-schema.ts'
import { witnessDocumentSchema } from '../../src/author/prove/witnesses/witness-schema.ts'
import { frameworkFileSchema } from '../../src/checks/controls/frameworks/framework-schema.ts'
import { waiversFileSchema } from '../../src/checks/waivers/waiver-schema.ts'
import { createConnectorFileSchema, createConnectorJsonSchema } from './connector-schema.ts'
import { createRunSchema } from './run-schema.ts'

/** JSON Schemas of files that people write by hand, and of connectors as data, for editors; and of what others read. */
export function createSchemaPages(): { readonly path: string; readonly text: string }[] {
  return [
    createSchemaPage('waivers', 'Waivers of Checkwright', z.toJSONSchema(waiversFileSchema)),
    createSchemaPage(
      'witnesses',
      'Witnesses of the checks of a connector',
      z.toJSONSchema(witnessDocumentSchema, { io: 'input' }),
    ),
    createSchemaPage(
      'second-reader',
      'Labels of a second reader for witnesses of a connector',
      z.toJSONSchema(readingFileSchema, { io: 'input' }),
    ),
    createSchemaPage('framework', 'A framework of controls for Checkwright', z.toJSONSchema(frameworkFileSchema)),
    createSchemaPage('connector-file', 'A connector of Checkwright without code', createConnectorFileSchema()),
    createSchemaPage('cross-check-run', 'A run of a cross-check of Checkwright', createRunSchema()),
    createSchemaPage('connector', 'A connector of Checkwright as data', createConnectorJsonSchema()),
  ]
}

function createSchemaPage(name: string, title: string, { $schema, ...rest }: { readonly $schema?: string }) {
  return {
    path: `docs/schemas/${name}.schema.json`,
    text: `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`,
  }
}
