import { formatValue } from '../../../service/fields/field-kinds.ts'
import { isLimited } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Table } from '../../pages/shared/table.tsx'
import { listVendorProposals, type VendorProposal } from '../reading/list-proposals.ts'
import { vendor } from '../thing.ts'

const path = '/vendor-proposals'

/** Applications that no vendor names. */
export const vendorProposalsPage = definePage({
  path,
  access: vendor.scopes.read,
  show: async (visit) => {
    const { texts, person } = visit
    const words = texts.vendors.proposals
    const { proposals, incomplete, isListed, total } = await listVendorProposals(visit, person)
    const crumbs = <Link to={vendor.page}>{findThingTexts(texts, vendor).title}</Link>
    return createPage(
      { title: words.title },
      <>
        <PageHead crumbs={crumbs} title={words.title} lead={words.lead} />
        <div class="stack">
          {incomplete.length > 0 && <p class="alert">{words.incomplete({ names: incomplete.join(', ') })}</p>}
          {proposals.length === 0 ? (
            <p class="sheet">{isListed ? words.empty : words.unlisted}</p>
          ) : (
            <>
              {total > proposals.length && (
                <p class="small">
                  {words.mostUsed({
                    number: texts.format.counted(proposals.length),
                    total: texts.format.counted(total),
                  })}
                </p>
              )}
              <ProposalTable proposals={proposals} mayAdd={mayDo(person.role, vendor.scopes.write)} />
            </>
          )}
        </div>
      </>,
    )
  },
})

/** The link from the list of vendors. */
export async function showProposalsLink({ texts, person }: OwnVisit) {
  if (isLimited(person)) return null
  return (
    <p>
      <Link to={path}>{texts.vendors.proposals.link}</Link>
    </p>
  )
}

interface ProposalTableProps {
  readonly proposals: readonly VendorProposal[]
  readonly mayAdd: boolean
}

function ProposalTable({ proposals, mayAdd }: ProposalTableProps) {
  const texts = useTexts()
  const words = texts.vendors.proposals
  return (
    <Scrollable name={words.title}>
      <Table
        rows={proposals}
        columns={[
          [
            words.application,
            ({ name }) => (
              <>
                {name}{' '}
                {mayAdd && (
                  <Link
                    to={`${vendor.page}?${new URLSearchParams({ name, applications: formatValue(vendor.fields.applications, [name]) })}#add`}
                    looks="quiet"
                    aria-label={words.add({ name })}
                  >
                    {texts.actions.add}
                  </Link>
                )}
              </>
            ),
          ],
          [texts.dataConnectors.add.publisher, ({ publisher }) => publisher ?? words.unknown],
          [
            texts.labels.people,
            ({ people }) => (people === null ? words.unknown : texts.counts.people({ count: people })),
          ],
          [words.scopes, ({ scopes }) => scopes.join(', ')],
          [words.seenIn, ({ seenIn }) => seenIn.map((each) => each.name).join(', ')],
        ]}
      />
    </Scrollable>
  )
}
