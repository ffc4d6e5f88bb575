import { describe, expect, test } from 'vitest'
import { allCrossChecks } from '../../../src/crosscheck/checks/all-cross-checks.ts'
import { defineCrossCheck } from '../../../src/crosscheck/define/define-cross-check.ts'
import { account, judgeSmall, person } from '../organization.ts'

const small = { people: [person('ada')], accounts: [account('ada'), account('bob')] }
const own = { id: 'own', title: 'Own', needs: { people: 'directory', accounts: 'every' } } as const

describe('defineCrossCheck()', () => {
  test('lists every mistake', () => {
    const wrong = { id: 'Own', title: '', needs: { acounts: 'every' }, scopes: ['x'], run: 1 } as never

    expect(() => defineCrossCheck(wrong)).toThrow(/id[\s\S]*title[\s\S]*needs\.acounts[\s\S]*scopes[\s\S]*run/)
  })

  test('gives every cross-check a bounded age of what it reads', async () => {
    const { head } = await judgeSmall(allCrossChecks[0] as never, small)

    expect(head.inputs.variables).toEqual({ grace_days: 1, max_age_hours: 48 })
    await expect(
      judgeSmall(allCrossChecks[0] as never, { ...small, inputs: { variables: { max_age_hours: 169 } } }),
    ).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
  })

  test('a list that is left before its end ends the check as error', async () => {
    const check = defineCrossCheck({
      ...own,
      async run(ctx) {
        for await (const { account: first } of ctx.accounts()) {
          ctx.pass({ resource: { type: 'account', id: first.id }, title: 'On' })
          break
        }
      },
    })

    expect((await judgeSmall(check, small)).check).toMatchObject({
      status: 'error',
      error: { code: 'CHECK_INCOMPLETE' },
    })
  })

  test('a list that the check does not need cannot be read', async () => {
    const check = defineCrossCheck({
      ...own,
      needs: { people: 'directory' },
      async run(ctx) {
        for await (const _ of ctx.accounts()) ctx.log.info('unreachable')
      },
    })

    expect((await judgeSmall(check, small)).check).toMatchObject({ status: 'error', error: { kind: 'check_bug' } })
  })

  test('records in another order end the check as error', async () => {
    const { openSmall } = await import('../organization.ts')
    const { runCrossCheck } = await import('../../../src/crosscheck/run/run-cross-check.ts')
    const { inputs } = openSmall(small)
    const source = {
      records: (id: string) => (id === 'gh' ? [[account('b'), account('a')]] : [[person('ada')]]),
      links: () => [],
    }
    await using run = await runCrossCheck(allCrossChecks[0] as never, inputs, source)

    expect(run.head.checks[0]?.error).toMatchObject({ code: 'CROSS_CHECK_INPUT_INVALID', kind: 'config' })
    expect(run.head.scopes.every(({ complete }) => !complete)).toBe(true)
  })
})
