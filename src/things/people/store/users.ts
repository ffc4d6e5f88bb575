import { type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import type { KnownPerson, NamePlace, PeopleChoice, User, UserStore } from '../../../service/records/users.ts'
import { avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { matchText } from '../../../service/store/sql/match-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import {
  findCountedShare,
  listedShare,
  listTrigrams,
  readShare,
  sampledRows,
  selectByTrigrams,
} from '../../../service/store/sql/text-trigrams.ts'
import { countedMax } from '../../../text/counted.ts'

const findUser = prepareStatement(
  (db, params: Placeholders<{ readonly organizationId: string; readonly id: string }>) =>
    ofOrganization(db, params('organizationId')).selectFrom('users').selectAll().where('id', '=', params('id')),
)

const shown = ['id', 'name', 'email', 'deactivated', 'sortName'] as const

export function createUserStore(db: Kysely<Schema>): UserStore {
  return {
    async put({ organizationId, id, name, email, image, deactivated }) {
      const facts = {
        name,
        email,
        image,
        sortName: foldSearch(name),
        searchText: foldSearch(`${name} ${email}`),
        deactivated: deactivated === null ? null : deactivated ? 1 : 0,
      } as const
      await db
        .insertInto('users')
        .values({ organizationId, id, ...facts })
        .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doUpdateSet(facts))
        .execute()
    },
    async find(organizationId, id) {
      const [row] = await findUser(db, { organizationId, id })
      return row && toUser(row)
    },
    async list(organizationId, ids) {
      if (ids?.length === 0) return []
      const query = ofOrganization(db, organizationId)
        .selectFrom('users')
        .selectAll()
        .$if(ids !== undefined, (some) => some.where('id', 'in', ids ?? []))
        .orderBy('id')
      return (await query.execute()).map(toUser)
    },
    async listActive({ limit, ...choice }) {
      const way = await chooseWay(db, choice, listedShare)
      const active = selectUsers(db, choice, way).where((eb) =>
        eb.or([eb('deactivated', 'is', null), eb('deactivated', '=', 0)]),
      )
      const rows = await active.select(shown).orderBy(orderBy(way)).orderBy('id').limit(limit).execute()
      return rows.map(toKnown)
    },
    async listByName({ limit, after, ...choice }) {
      const way = await chooseWay(db, choice, listedShare)
      const named = selectUsers(db, choice, way)
        .select(shown)
        .$if(after !== undefined, (query) => query.where(isPlaced('id', '>', after)))
        .orderBy(orderBy(way))
        .orderBy('id')
        .limit(limit)
      const unnamed = selectUnnamed(db, choice)
        .select(['userId as id', 'userId as name', 'sortName'])
        .$if(after !== undefined, (query) => query.where(isPlaced('userId', '>', after)))
        .orderBy('sortName')
        .orderBy('userId')
        .limit(limit)
      const strangers = (await unnamed.execute()).map((row) => ({ ...row, email: '', deactivated: null }))
      return [...(await named.execute()), ...strangers]
        .sort((a, b) => compareBytes(a.sortName ?? '', b.sortName ?? '') || compareBytes(a.id, b.id))
        .slice(0, limit)
        .map(toKnown)
    },
    async countByName({ until, ...choice }) {
      const way = await chooseWay(db, choice, findCountedShare(db))
      const named = selectUsers(db, choice, way).$if(until !== undefined, (query) =>
        query.where(isPlaced('id', '<=', until)),
      )
      const unnamed = selectUnnamed(db, choice).$if(until !== undefined, (query) =>
        query.where(isPlaced('userId', '<=', until)),
      )
      return Math.min((await countRows(db, named)) + (await countRows(db, unnamed)), countedMax + 1)
    },
  }
}

/** @param way `by text`: the index of texts finds them, in no order */
function selectUsers(db: Kysely<Schema>, { organizationId, text, removed }: PeopleChoice, way?: 'by text') {
  const found = { organizationId, trigrams: listTrigrams([foldSearch(text ?? '')]) }
  return (way === 'by text' ? db.selectFrom(selectByTrigrams(db, 'users', found).as('users')) : db.selectFrom('users'))
    .where(isOfOrganization('users', organizationId))
    .$if(text !== undefined, (query) => query.where(matchText('searchText', foldSearch(text ?? ''))))
    .$if(removed?.is === true, (query) => query.where(isRemoved(removed?.atMs ?? 0)))
    .$if(removed?.is === false, (query) =>
      query.where((eb) =>
        // Of those who are not deactivated, nothing else is read.
        eb.or([eb('deactivated', 'is', null), eb('deactivated', '=', 0), eb.not(isRemoved(removed?.atMs ?? 0)(eb))]),
      ),
    )
}

function isRemoved(atMs: number) {
  return ({ and, exists, not, selectFrom }: ExpressionBuilder<Schema, 'users'>) =>
    and([
      // Literally as in the partial index.
      sql<boolean>`deactivated = 1`,
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.userId')
            .whereRef('memberships.organizationId', '=', 'users.organizationId')
            .whereRef('memberships.userId', '=', 'users.id'),
        ),
      ),
      not(
        exists(
          selectFrom('invitations')
            .select('invitations.userId')
            .whereRef('invitations.organizationId', '=', 'users.organizationId')
            .whereRef('invitations.userId', '=', 'users.id')
            .where('invitations.expiresAtMs', '>', atMs),
        ),
      ),
    ])
}

/** Those with a role whom nobody has named. Nobody of them was removed. */
function selectUnnamed(db: Kysely<Schema>, { organizationId, text, removed }: PeopleChoice) {
  return (
    ofOrganization(db, organizationId)
      .selectFrom('memberships')
      .where('sortName', 'is not', null)
      .$if(text !== undefined, (query) => query.where(matchText('sortName', foldSearch(text ?? ''))))
      .$if(removed?.is === true, (query) => query.where(sql<SqlBool>`1 = 0`))
      // Somebody may have named them since.
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('users')
              .select('users.id')
              .whereRef('users.organizationId', '=', 'memberships.organizationId')
              .whereRef('users.id', '=', 'memberships.userId'),
          ),
        ),
      )
  )
}

function isPlaced(id: 'id' | 'userId', sign: '>' | '<=', place: NamePlace | undefined) {
  return sql<SqlBool>`(sort_name, ${sql.ref(id)}) ${sql.raw(sign)} (${place && foldSearch(place.name)}, ${place?.id})`
}

/** What a text has found is sorted, and not read in the order of all. */
function orderBy(way: 'by text' | undefined) {
  return way === 'by text' ? avoidTextIndex('sortName') : sql.ref<string>('sortName')
}

async function chooseWay(db: Kysely<Schema>, choice: PeopleChoice, share: number): Promise<'by text' | undefined> {
  const text = foldSearch(choice.text ?? '')
  if (listTrigrams([text]).length === 0) return undefined
  const sample = ofOrganization(db, choice.organizationId)
    .selectFrom('users')
    .select(({ case: when }) =>
      when().when(matchText('searchText', text)).then(sql.lit(1)).else(sql.lit(0)).end().as('isHaving'),
    )
    .orderBy('sortName')
    .orderBy('id')
    .limit(sampledRows)
  if ((await readShare(sample)) >= share) return undefined
  const { organizationId } = choice
  return (await countRows(db, selectUsers(db, { organizationId, text }, 'by text'))) <= countedMax
    ? 'by text'
    : undefined
}

function toUser({ sortName: _, searchText: __, ...row }: Selectable<Schema['users']>): User {
  return { ...row, deactivated: toFlag(row.deactivated) }
}

function toKnown({
  sortName: _,
  deactivated,
  ...person
}: Pick<Selectable<Schema['users']>, 'id' | 'name' | 'email' | 'deactivated'> & {
  readonly sortName: string | null
}): KnownPerson {
  return { ...person, deactivated: toFlag(deactivated) }
}

function toFlag(deactivated: 0 | 1 | null): boolean | null {
  return deactivated === null ? null : deactivated === 1
}

/** As both databases compare texts. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
