import { computeLatestExpiry } from '../../../checks/waivers/limits.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { PersonAlias } from '../account-links.ts'
import { toPersonKey } from '../person-key.ts'
import { type ReasonEntry, ReasonFields } from './people-parts.tsx'
import { showWhenBuilt } from './waiting-page.tsx'

const listPath = '/people/list/addresses'
const shownMax = 500

/** All further addresses that somebody has confirmed. */
export const addressesPage = definePage({
  path: listPath,
  access: 'people:write',
  show: async ({ texts, runtime, person: { organizationId } }) => {
    const aliases = await runtime.accountLinks.listAliases({ organizationId })
    return createPage(
      { title: texts.people.addresses.confirmed },
      <>
        <PageHead
          crumbs={<Link to="/people">{texts.labels.people}</Link>}
          title={texts.people.addresses.confirmed}
          lead={texts.people.addresses.confirmedLead}
        />
        <Addresses organizationId={organizationId} aliases={aliases.slice(-shownMax).reverse()} />
      </>,
    )
  },
})

/** The further addresses of one person, and a form for another. */
export const personAddressesPage = definePage({
  path: '/people/:personKey/addresses',
  access: 'people:write',
  auditRead: { action: 'people.read', describe: () => ({ target: '', fields: ['person'] }) },
  show: showWhenBuilt((visit) => renderAddresses(visit, {})),
})

export const confirmAddress = defineAction({
  path: '/people/:personKey/addresses',
  access: 'people:write',
  audit: { action: 'account_link.create' },
  act: async (submission) => {
    const { runtime, users, person, form, params } = submission
    const { organizationId, userId } = person
    const entry = { address: form.text('address'), reason: form.text('reason'), expires: form.text('expires').trim() }
    const { id: personId } = await demandPerson(submission)
    const user = await users.find({ organizationId, userId })
    try {
      await runtime.accountLinks.confirmAlias({
        ...entry,
        organizationId,
        personId,
        actor: user?.email || user?.name || userId,
      })
    } catch (error) {
      if (!(error instanceof CheckwrightError) || error.code !== 'LINK_INVALID') throw error
      return renderAddresses(submission, { ...entry, problem: error.message })
    }
    return { kind: 'redirect', to: `/people/${params.personKey}/addresses`, notice: 'address-confirmed' }
  },
})

export const revokeAddress = defineAction({
  path: `${listPath}/:addressId/revoke`,
  access: 'people:write',
  audit: { action: 'account_link.revoke', target: 'addressId' },
  act: async ({ runtime, users, person: { organizationId, userId }, params }) => {
    const user = await users.find({ organizationId, userId })
    const ref = { id: params.addressId ?? '', organizationId, actor: user?.email || user?.name || userId }
    if (!(await runtime.accountLinks.revokeAlias(ref)))
      throw new ApiError('There is no such address, or it was revoked.', { code: 'NOT_FOUND' })
    return { kind: 'redirect', to: listPath, notice: 'address-revoked' }
  },
})

interface AddressEntry extends ReasonEntry {
  readonly address?: string
  readonly problem?: string
}

/** @throws ApiError 404 */
async function demandPerson({ runtime, person: { organizationId }, params }: OwnVisit) {
  const found = await runtime.peopleView.identify({ organizationId, key: params.personKey ?? '' })
  if (found) return found
  throw new ApiError('There is no such person.', { code: 'NOT_FOUND' })
}

async function renderAddresses(visit: OwnVisit, entry: AddressEntry): Promise<PageAnswer> {
  const { texts, runtime, person } = visit
  const { organizationId } = person
  const { id, key, name } = await demandPerson(visit)
  const aliases = await runtime.accountLinks.listAliases({ organizationId })
  const latest = computeLatestExpiry(new Date(runtime.workspace.clock.nowMs()))
  return createPage(
    { status: entry.problem === undefined ? 200 : 400, title: texts.people.addresses.pageTitle({ name }) },
    <>
      <PageHead
        crumbs={
          <>
            <Link to="/people">{texts.labels.people}</Link> <Link to={`/people/${key}`}>{name ?? id}</Link>
          </>
        }
        title={texts.people.addresses.title}
        lead={texts.people.addresses.lead}
      />
      <div class="stack">
        <Alert says={entry.problem} />
        <Addresses organizationId={organizationId} aliases={aliases.filter(({ personId }) => personId === id)} />
        <PostForm to={`/people/${key}/addresses`} class="sheet">
          <InputField
            name="address"
            label={texts.people.person.email}
            type="email"
            maxlength={320}
            value={entry.address ?? ''}
            required
          />
          <ReasonFields entry={entry} help={texts.people.addresses.reasonHelp} latest={latest} />
          <FormActions submit={texts.people.addresses.button} />
        </PostForm>
      </div>
    </>,
  )
}

function Addresses({
  organizationId,
  aliases,
}: {
  readonly organizationId: string
  readonly aliases: readonly PersonAlias[]
}) {
  const texts = useTexts()
  if (aliases.length === 0) return <p class="sheet">{texts.people.addresses.empty}</p>
  return (
    <ul class="list sheet">
      {aliases.map(({ id, address, personId, actor, reason, expires, state }) => (
        <li>
          <span class="what">
            <b>{address}</b>{' '}
            <Link
              to={`/people/${toPersonKey(organizationId, personId)}`}
              aria-label={texts.people.addresses.personNamed({ address })}
            >
              {texts.people.addresses.person}
            </Link>{' '}
            <span class="small">
              {`${actor}: ${reason} `}
              {state === 'holds'
                ? texts.people.links.inForceUntil({ expires })
                : texts.people.addresses.expired({ expires })}
            </span>
          </span>
          <PostForm to={`${listPath}/${id}/revoke`}>
            <SubmitButton looks="quiet" aria-label={texts.actions.revokeNamed({ name: address })}>
              {texts.actions.revoke}
            </SubmitButton>
          </PostForm>
        </li>
      ))}
    </ul>
  )
}
