import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { writeJunitReport } from '../../src/report/junit.ts'
import { joinPieces } from './records.ts'
import { shapes } from './shapes.ts'

describe('writeJunitReport()', () => {
  test('counts in each suite what is in it', async () => {
    for (const runs of Object.values(shapes)) {
      using document = XmlDocument.fromString(await joinPieces(writeJunitReport(runs)))

      for (const suite of elements(document, '//testsuite')) {
        const counted = ['testcase', 'testcase/failure', 'testcase/error', 'testcase/skipped'].map(
          (path) => `${suite.find(path).length}`,
        )
        expect(['tests', 'failures', 'errors', 'skipped'].map((name) => suite.attr(name)?.value)).toEqual(counted)
      }
    }
  })

  test('makes what could not be told an error, a waived failure and a manual one skipped, and neither passes', async () => {
    using document = XmlDocument.fromString(await joinPieces(writeJunitReport(shapes.ordinary ?? [])))
    const named = (path: string) => elements(document, path).map((element) => element.attr('name')?.value)

    expect(named('//testcase[error]')).toEqual(['The audit log is kept for a year', 'API keys are rotated'])
    expect(named('//testcase[failure]')).toEqual(['alan@acme.example (user u-3)', 'policy session'])
    expect(named('//testcase[skipped]')).toEqual([
      'donald@acme.example (user u-6)',
      'backup customer-database',
      'Subprocessors have signed an agreement',
    ])
  })

  test('gives a check without results one case that says what that means', async () => {
    using document = XmlDocument.fromString(await joinPieces(writeJunitReport(shapes['empty verdicts'] ?? [])))

    expect(
      elements(document, '//testcase').map((element) =>
        element.find('*').map((child) => (child instanceof XmlElement ? child.name : '')),
      ),
    ).toEqual([[], ['failure'], ['skipped']])
  })
})

function elements(document: XmlDocument, path: string): XmlElement[] {
  return document.find(path).filter((node) => node instanceof XmlElement)
}
