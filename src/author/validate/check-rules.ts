import type { Check } from '../../define/index.ts'
import { findSecretShape } from '../../http/redact/secret-shapes.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { ValidationRule } from './validation-finding.ts'

export const checkRules: readonly ValidationRule[] = [
  {
    id: 'no-checks',
    level: 'warning',
    find: ({ connector: { id, checks, inventories } }) =>
      checks.length > 0 || inventories.length === 0
        ? []
        : [{ path: id, message: 'has no checks; add them by .with(…) in code, or under checks in a file' }],
  },
  {
    id: 'nothing-to-run',
    level: 'error',
    find: ({ connector: { id, checks, inventories } }) =>
      checks.length > 0 || inventories.length > 0
        ? []
        : [
            {
              path: id,
              message:
                'has neither checks nor inventories, so that nothing runs; add them by .with(…) in code, or under checks and inventories in a file',
            },
          ],
  },
  {
    id: 'fail-without-remediation',
    level: 'error',
    find: ({ connector: { id, checks }, sources }) =>
      checks.flatMap((check) =>
        findFailsWithoutRemediation(check).map((index) => ({
          path: `${id}.${check.id}`,
          message: 'fails a resource without remediation; add a sentence that a person can follow',
          at: sources.findCode(check, index),
        })),
      ),
  },
  {
    id: 'fix-with-secret',
    level: 'error',
    find: ({ connector: { id, checks }, sources }) =>
      checks
        .filter(({ fix }) => fix !== undefined && findSecretShape(fix.command) !== undefined)
        .map((check) => ({
          path: `${id}.${check.id}`,
          message: 'has a command with a secret in it; let the tool read it from the environment of whoever runs it',
          at: sources.findId(check.id),
        })),
  },
  {
    id: 'unknown-check',
    level: 'error',
    find: ({ connector: { id, definition, checks: own }, sources }) => {
      const known = own.map((check) => check.id)
      return (['unread', 'notJudged'] as const).flatMap((member) =>
        (definition[member] ?? []).flatMap(({ checks = [] }, index) =>
          checks
            .filter((check) => !known.includes(check))
            .map((check) => {
              const nearest = findNearest(check, known)
              const offer = nearest === undefined ? 'name one that is there' : `did you mean "${nearest}"?`
              return {
                path: `${id}.${member}[${index}].checks`,
                message: `names "${check}", and the connector has no such check; ${offer}`,
                at: sources.findQuoted(check),
              }
            }),
        ),
      )
    },
  },
  {
    id: 'not-replayable',
    level: 'warning',
    find: ({ connector: { id, checks }, sources }) =>
      checks.flatMap((check) =>
        strays.flatMap(({ call, pattern, instead }) => {
          const index = String(check.run).search(pattern)
          if (index === -1) return []
          const message = `uses ${call}, so its runs cannot be replayed; ${instead}`
          return [{ path: `${id}.${check.id}`, message, at: sources.findCode(check, index) }]
        }),
      ),
  },
  {
    id: 'no-description',
    level: 'hint',
    find: ({ connector: { id, checks }, sources }) =>
      checks
        .filter(({ description }) => description === undefined)
        .map((check) => ({
          path: `${id}.${check.id}`,
          message: 'has no description; describe what it looks at, and what it does not',
          at: sources.findId(check.id),
        })),
  },
  {
    id: 'no-controls',
    level: 'hint',
    find: ({ connector: { id, checks }, sources }) =>
      checks
        .filter(({ controls = [] }) => controls.length === 0)
        .map((check) => ({
          path: `${id}.${check.id}`,
          message: 'has no controls, so it does not count for any framework',
          at: sources.findId(check.id),
        })),
  },
  {
    id: 'no-connection-test',
    level: 'hint',
    find: ({ connector: { id, definition, hooks }, sources }) =>
      definition.test || hooks.test || hooks.ready
        ? []
        : [
            {
              path: id,
              message: 'has no test, so only a run shows whether credentials work; add test.path',
              at: sources.findId(id),
            },
          ],
  },
  {
    id: 'no-version',
    level: 'hint',
    find: ({ connector: { id, definition }, sources }) =>
      definition.version === undefined
        ? [
            {
              path: id,
              message: 'has no version; add one, because results keep it and it explains differences',
              at: sources.findId(id),
            },
          ]
        : [],
  },
]

const strays = [
  { call: 'Date.now()', pattern: /\bDate\.now\s*\(/, instead: 'use ctx.now' },
  { call: 'new Date()', pattern: /\bnew Date\s*\(\s*\)/, instead: 'use ctx.now' },
  {
    call: 'Math.random()',
    pattern: /\bMath\.random\s*\(/,
    instead: 'remove it, because a check must give the same result again',
  },
]

/**
 * Places in a check's code that call `fail` with an object without `remediation`. TypeScript refuses it; for
 * JavaScript, there is only this rule. Objects that are built elsewhere (`...common`) are checked by the run, which
 * refuses it too.
 */
function findFailsWithoutRemediation({ run }: Check): readonly number[] {
  const code = String(run)
  return [...code.matchAll(/\.fail\(\s*\{/g)].flatMap(({ 0: call, index }) => {
    const object = sliceObject(code, index + call.length - 1)
    return /\bremediation\b|\.\.\./.test(object) ? [] : [index]
  })
}

/** From a brace to its counterpart, skipping texts. */
function sliceObject(code: string, start: number): string {
  let depth = 0
  const token = /(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^`\\])*`|[{}]/g
  token.lastIndex = start
  for (let found = token.exec(code); found; found = token.exec(code)) {
    if (found[0] === '{') depth++
    if (found[0] === '}' && --depth === 0) return code.slice(start, token.lastIndex)
  }
  return code.slice(start)
}
