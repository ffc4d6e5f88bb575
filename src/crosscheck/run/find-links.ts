import { compareTexts } from '../../text/compare-texts.ts'
import type { CrossCheckInputs, CrossCheckSource } from '../define/inputs.ts'
import type { StoredLink } from '../define/stored-link.ts'
import { readPeople } from '../people/read-people.ts'
import { EntryReader } from './entry-reader.ts'
import { openLists } from './open-lists.ts'

/**
 * Links that follow from the inputs for sure and are not stored yet. Store them: they bind accounts to the ids of people, so that
 * somebody who vanishes from the directory, or whose address another person gets, is still known as who they were.
 * Links of people come first; those of one connection and kind are in the order of the ids of their records.
 * @throws CheckError `CROSS_CHECK_INPUT_INVALID`
 */
export async function* findLinks(
  inputs: CrossCheckInputs,
  source: CrossCheckSource,
): AsyncGenerator<StoredLink, void, undefined> {
  const people = await readPeople(inputs, source)
  const at = inputs.now
  const records: StoredLink[] = []
  for (const [number, person] of [...people].entries())
    for (const { id, sourceId, doubt } of person.others)
      if (doubt === undefined && person.status !== 'missing' && !people.hasDouble(number))
        records.push({
          connectionId: sourceId,
          of: 'person',
          recordId: id.slice(sourceId.length + 1),
          to: { is: 'person', personId: person.id },
          by: 'email',
          at,
        })
  yield* records.sort((a, b) => compareTexts(a.connectionId, b.connectionId) || compareTexts(a.recordId, b.recordId))
  const entries = new EntryReader(inputs, source, people)
  // A stored link has the time when it was made.
  for await (const piece of entries.readAccounts(openLists(inputs, 'account')))
    for (const { connection, account, owner } of piece)
      if (owner.is === 'person' && owner.basis.at === undefined && owner.doubt === undefined)
        yield {
          connectionId: connection.id,
          of: 'account',
          recordId: account.id,
          to: { is: 'person', personId: owner.person.id },
          by: owner.basis.by,
          at,
        }
}
