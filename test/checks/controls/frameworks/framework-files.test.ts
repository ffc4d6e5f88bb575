import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everyFrameworkId } from '../../../../src/checks/controls/frameworks/framework-names.ts'
import { listShippedFrameworks, loadFramework } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { loadStatements } from '../../../../src/checks/controls/statements/statement.ts'

const shipped = await listShippedFrameworks()
const relations = new Set(['equal', 'subset-of', 'superset-of', 'intersects'])

test('thirty frameworks and more come with Checkwright, and weigh little', () => {
  const folder = 'frameworks'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

  expect(shipped.length).toBeGreaterThanOrEqual(30)
  expect(bytes).toBeLessThan(1_000_000)
})

test('statements say what they do not say, and parameters have units', async () => {
  for (const { says, doesNotSay, parameters = {} } of (await loadStatements()).values()) {
    expect(says).toMatch(/^[A-Z].*\.$/)
    expect(doesNotSay).toMatch(/^[A-Z].*\.$/)
    for (const { unit, stricter, says: about } of Object.values(parameters))
      expect([unit, about, stricter]).toEqual([
        expect.any(String),
        expect.any(String),
        expect.stringMatching(/^(lower|higher)$/),
      ])
  }
})

describe.each(shipped)('$id', ({ id, controls, mapped, levels = [], levelNames = {} }) => {
  test('names its source, its licence and its day, and each control once', async () => {
    const framework = await loadFramework(id)

    expect(framework?.controls).toHaveLength(controls)
    expect(new Set(framework?.controls.map((control) => control.id)).size).toBe(controls)
    for (const control of framework?.controls ?? []) {
      expect(control.id).toMatch(/^\S+$/)
      expect(control.title.trim()).toBe(control.title)
      expect(control.title).not.toBe('')
    }
    expect([framework?.title, framework?.version, framework?.source]).toEqual(Array(3).fill(expect.any(String)))
    // Four have their titles and sources in code.
    if (!['soc2', 'iso27001', 'hipaa', 'gdpr'].includes(id)) {
      const file = JSON.parse(readFileSync(`frameworks/${id}.json`, 'utf8'))
      expect(file).toMatchObject({
        publisher: expect.any(String),
        licence: { name: expect.any(String) },
        read: expect.stringMatching(/^2026-/),
      })
    }
  })

  test('maps statements that exist to controls that it has', async () => {
    const framework = await loadFramework(id)
    const known = new Set(framework?.controls.map((control) => control.id))
    const statements = await loadStatements()
    const mapping = framework?.statements

    expect(Object.keys(mapping?.controls ?? {})).toHaveLength(mapped)
    for (const [control, { reason, statements: asked }] of Object.entries(mapping?.controls ?? {})) {
      expect(known).toContain(control)
      expect(reason).not.toBe('')
      for (const [statement, { relation = mapping?.relation ?? '', within = {} }] of Object.entries(asked)) {
        expect(relations).toContain(relation)
        const parameters = Object.keys(statements.get(statement)?.parameters ?? {})
        expect(statements.has(statement), statement).toBe(true)
        expect(parameters).toEqual(expect.arrayContaining(Object.keys(within)))
      }
    }
    for (const control of mapping?.technical ?? []) expect(known).toContain(control)
    if (mapping)
      expect(mapping).toMatchObject({
        framework: id,
        source: expect.any(String),
        reader: expect.any(String),
        read: expect.any(String),
      })
  })

  test('has the levels that it lists, each with a name', async () => {
    expect(Object.keys(levelNames)).toEqual(levels)
    for (const level of levels) {
      const framework = await loadFramework(`${id}.${level}`)
      expect(framework?.name).toBe(levelNames[level])
      expect(framework?.controls.length).toBeGreaterThan(0)
      expect(framework?.controls.length).toBeLessThanOrEqual(controls)
    }
  })
})

test('frameworks are related by controls that exist, and by nothing that counts', async () => {
  for (const name of readdirSync('frameworks/related')) {
    const { from, to, controls, ...head } = JSON.parse(readFileSync(`frameworks/related/${name}`, 'utf8'))
    expect(head).not.toHaveProperty('relation')
    const known = new Set((await loadFramework(from))?.controls.map((control) => control.id))
    // Groups of a framework are named, too.
    expect(Object.keys(controls).filter((control) => known.has(control)).length, `${from} ${to}`).toBeGreaterThan(0)
    expect(await loadFramework(to)).toMatchObject({ id: to, controls: expect.arrayContaining([expect.anything()]) })
  }
})

test('an unknown framework or level is none', async () => {
  for (const id of ['soc3', 'nist-800-53-r5.extreme', 'constructor', '', '../package'])
    expect(await loadFramework(id), id).toBeUndefined()
  expect(everyFrameworkId).toContain('nist-800-53-r5.moderate')
})
