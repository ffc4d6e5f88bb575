import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openListedSystems, toPeopleFile } from '../directory/listed-systems.ts'

test('since when people are gone is kept of every source, and comes back as it was found', async () => {
  const url = `sqlite:${join(createTempFolder(), 'store.db')}`
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const { runtime, clock } = await openListedSystems(['code'], { store: url })
  const sources = await runtime.directory.set({
    organizationId: 'acme',
    sources: [
      { file: 'Staff', covers: 'both' },
      { file: 'Agency', covers: 'both' },
    ],
  })
  const [staff, agency] = sources.map(({ id }) => id)
  const importBoth = async (status: string) => {
    for (const source of ['Staff', 'Agency'])
      await runtime.directory.importPeople({
        organizationId: 'acme',
        source,
        bytes: toPeopleFile(
          'id,name,email,kind,status,startsAt,endsAt',
          `1,Ada Archer,ada@acme.example,employee,${status},,`,
        ),
        allowsLoss: true,
      })
    await runtime.accountLinks.refresh({ organizationId: 'acme' })
    return store.directorySources.listDepartures('acme')
  }

  expect(await importBoth('active')).toEqual([])
  const left = await importBoth('left')
  clock.advance(3 * 86_400_000)

  expect(left.map(({ personId }) => personId).toSorted()).toEqual([`${agency}/1`, `${staff}/1`].toSorted())
  // A later reading does not move it.
  expect(await importBoth('left')).toEqual(left)
  expect(await store.directorySources.listDepartures('other')).toEqual([])
  expect(await importBoth('active')).toEqual([])
})
