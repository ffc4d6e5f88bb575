import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { type CodeFile, parseFile, readFiles } from '../../scripts/measure/tree.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Files that read records as they are today, whoever asks, each with its reason. What answers a person or a key asks `recordsFor()` instead,
 * with the reader as they came: then somebody who is limited to a period sees what was there at its end.
 */
const asTheyAre: Readonly<Record<string, string>> = {
  'src/things/api/parts/host-parts.ts': 'Whoever comments on something changes it as it is now.',
  'src/things/declared/commands/thing-actions.ts': 'The operator of the store is limited to no period.',
  'src/things/own-frameworks/reading/load-own-frameworks.ts': 'Whoever calls it says the time.',
  'src/things/own-frameworks/reading/propose-framework.ts': 'A file is compared with what is there now.',
  'src/things/pentests/reading/import-sarif.ts': 'Findings are added to what is there now.',
  'src/things/policies/reading/acknowledge-policy.ts': 'The version that holds now is acknowledged.',
  'src/things/policies/reading/ask-everybody.ts': 'Whoever has not acknowledged it by now is asked.',
  'src/things/policies/reading/policy-links.ts': 'A link acknowledges the version that holds now.',
  'src/things/policies/services/policy-letters.ts': 'Letters go to whoever waits now.',
  'src/things/population-samples/pages/sample-pages.tsx':
    'Nobody changes a sample. It is of the day on which its list was read, and is drawn after the period.',
  'src/things/population-samples/reading/draw-population.ts': 'The sample that was just drawn is read again.',
  'src/things/records/letters/send-due-letters.ts': 'Letters go to whoever waits now.',
  'src/things/questionnaires/pages/questionnaire-sections.tsx': 'The answer of today is changed.',
  'src/things/trust-centre/pages/trust-routes.ts': 'Strangers see what is public now.',
  'src/things/trust-centre/reading/requests.ts': 'Strangers ask for what is public now.',
  'src/things/trust-centre/reading/signed-status.ts': 'A state is published for strangers, who see it from now on.',
  'src/things/trust-centre/services/opened-grant.ts': 'A key opens what it opens now.',
  'src/things/trust-centre/services/trust-centres.ts': 'A key opens what it opens now.',
  'src/things/trust-centre/services/trust-letters.ts': 'Letters go to whoever waits now.',
}

const readings = new Set(['get', 'list', 'countByState', 'versions'])

const times = new Set(['within', 'atMs'])

/** Whether a call says the time that somebody may know. */
function isTimed({ arguments: [options] }: ts.CallExpression): boolean {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some(({ name }) => name !== undefined && ts.isIdentifier(name) && times.has(name.text))
}

/** Reads of declared things that no reader limits: of a service itself, or by `recordsFor()` for a reader who was made up there. */
function listReadings({ path, source }: CodeFile): readonly string[] {
  const found: string[] = []
  const services = new Set<string>()
  const note = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    found.push(`${path}:${line + 1} ${node.getText(source).slice(0, 60).replaceAll(/\s+/g, ' ')}`)
  }
  const isService = (node: ts.Expression): boolean =>
    ts.isCallExpression(node)
      ? /(?:^|\.)serviceOf$/.test(node.expression.getText(source))
      : ts.isIdentifier(node) && services.has(node.text)
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isService(node.initializer))
      services.add(node.name.text)
    if (ts.isCallExpression(node)) {
      const {
        expression,
        arguments: [, , reader],
      } = node
      const isReading = ts.isPropertyAccessExpression(expression) && readings.has(expression.name.text)
      if (isReading && isService(expression.expression) && !isTimed(node)) note(node)
      if (expression.getText(source) === 'recordsFor' && reader && ts.isObjectLiteralExpression(reader)) note(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('whoever answers a person reads declared things as that person may know them', () => {
  const files = ['src/things', 'src/app'].flatMap((folder) => readFiles(checkout, folder))
  const readers = files.filter((file) => listReadings(file).length > 0)

  const strange = readers.filter(({ path }) => !Object.hasOwn(asTheyAre, path))
  const unused = Object.keys(asTheyAre).filter((path) => !readers.some((file) => file.path === path))

  expect(strange.flatMap(listReadings)).toEqual([])
  expect(unused).toEqual([])
})

test('listReadings() finds a service that is asked itself, one that has a name, and a reader who was made up', () => {
  const file = parseFile(
    'src/a.ts',
    `runtime.serviceOf(risk).get({ id }); const service = serviceOf(risk); service.list({ limit }); service.change({});
    service.list({ limit, within });
    recordsFor(runtime, risk, { organizationId }); recordsFor(runtime, risk, person)`,
  )

  expect(listReadings(file)).toHaveLength(3)
})
