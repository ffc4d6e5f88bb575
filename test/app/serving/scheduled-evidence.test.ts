import { expect, test } from 'vitest'
import { warnOfUnkeptEvidence } from '../../../src/app/serving/scheduled-evidence.ts'
import { openAuditedWorld } from '../../things/packages/audited-world.ts'
import { createRecordingLogger } from '../../things/runtime/log.ts'

test('warns of an organization whose schedules keep no evidence, and of no other', async () => {
  const { runtime, connections } = await openAuditedWorld(['one'])
  const logger = createRecordingLogger()
  await warnOfUnkeptEvidence(runtime, false, logger)
  await runtime.schedules.set({ connectionId: connections.get('one') ?? '', cron: '0 6 * * *' })

  await warnOfUnkeptEvidence(runtime, true, logger)
  expect(logger.lines).toEqual([])
  await warnOfUnkeptEvidence(runtime, false, logger)

  expect(logger.lines.map(({ message }) => message)).toEqual([expect.stringContaining('keep no evidence')])
})
