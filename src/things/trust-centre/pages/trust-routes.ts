import { Hono } from 'hono'
import { CheckwrightError } from '../../../errors/index.ts'
import { type Html, renderHtml } from '../../../report/pieces/html.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Language } from '../../../service/records/appearances.ts'
import { isAnswerExpired } from '../../../service/records/manual-answers.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { catalogues } from '../../all-texts/catalogues.ts'
import { chooseLanguage } from '../../all-texts/choose-language.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { toProblem } from '../../api/answers/problem-details.ts'
import { noteRoute } from '../../api/observe-requests.ts'
import type { HostEnv } from '../../api/options/env.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { loadBrand } from '../../appearance/load-brand.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { readForm } from '../../pages/form.ts'
import type { Appearance } from '../../parts/appearance-options.ts'
import { trustDocument } from '../documents.ts'
import { rememberedPagesMax } from '../limits.ts'
import { agree, askForDocuments, digestAgreement, findAskedRequest, readLine } from '../reading/requests.ts'
import { sendDocument, sendMarkedDocument } from '../reading/send-document.ts'
import { createStatusReader } from '../reading/signed-status.ts'
import { createVersionMemory } from '../reading/version-memory.ts'
import { trustGrant } from '../requests.ts'
import type { OpenedGrant } from '../services/opened-grant.ts'
import { trustCentre, trustLink } from '../thing.ts'
import { renderAgreementForm, renderGrantForm, renderRequestForm } from './request-forms.ts'
import {
  buildPublicHeaders,
  createPublicPage,
  type RenderedPage,
  renderPublicPage,
  sendPublicPage,
} from './trust-document.ts'
import { renderTrustCentre, type ShownDocument } from './trust-page.ts'

/** A visitor's request for something of an open trust centre. */
interface TrustVisit {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly centre: ThingRecord<typeof trustCentre.all>
  readonly appearance: Appearance
  readonly language: Language
  readonly texts: Texts
  /** Address of the trust centre, without a slash at its end. */
  readonly base: string
}

const statusTypes: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'status.json': 'application/json',
  'statement.intoto.jsonl': 'application/jsonl',
}

/**
 * The pages of trust centres. Nobody is signed in there, whoever uses the browser. An address that leads nowhere, that of a centre that is
 * off, and one that was renewed get the same answer.
 * @param base of all pages
 */
export function createTrustRoutes(parts: HostParts, base: string): Hono<HostEnv> {
  const { runtime, report } = parts
  const readStatus = createStatusReader(parts)
  const remember = createVersionMemory<RenderedPage>(rememberedPagesMax)
  const routes = new Hono<HostEnv>()
  const serve = (
    method: 'GET' | 'POST',
    path: string,
    answer: (visit: TrustVisit) => Promise<Response | undefined>,
  ): void => {
    routes.on(method, `/trust/:slug${path}`, async (context) => {
      noteRoute(context)
      const request = context.req.raw
      const params = context.req.param() as Record<string, string>
      try {
        const { slug = '' } = params
        const found = await runtime.trustCentres.find(slug)
        const centre = found && (await runtime.serviceOf(trustCentre).get(found))
        if (centre === undefined) return createNothing(request)
        const appearance = await runtime.appearance.get(found)
        const language = chooseVisitorLanguage(request, appearance.language)
        const at = `${base}/trust/${slug}`
        const visit = { request, params, centre, appearance, language, texts: catalogues[language], base: at }
        return (await answer(visit)) ?? createNothing(request)
      } catch (error) {
        const { status } = toProblem(error, context.env.requestId)
        if (status >= 500) report(error, context.env.requestId)
        return createNothing(request, status >= 500 ? status : 404)
      }
    })
  }
  serve('GET', '', async (visit) => {
    const { centre, language, appearance } = visit
    const { organizationId, id, changedAtMs, values } = centre
    const parts = { organizationId, centreId: id, answers: values.answers ?? [] }
    // Read before what it is about, so that a change in between is no part of an older version.
    const shown = await runtime.trustCentres.readVersion(parts)
    const today = formatDay(runtime.workspace.clock.nowMs())
    const version = JSON.stringify([changedAtMs, today, appearance, shown])
    return sendPublicPage(await remember(`${language} ${id}`, version, () => renderPage(visit, today)))
  })
  serve('GET', '/status/:name', async ({ centre, params: { name = '' } }) => {
    const text = Object.hasOwn(statusTypes, name) ? (await readStatus(centre))?.files[name] : undefined
    if (text === undefined) return undefined
    // The page itself allows its own style alone, by the digest.
    const headers = buildPublicHeaders(["style-src 'unsafe-inline'", 'img-src data:'])
    headers.set('content-type', statusTypes[name] ?? '')
    return new Response(text, { headers })
  })
  serve('POST', '/requests', async (visit) => {
    const { centre, request, texts } = visit
    if (centre.values.agreement === null || !(await runtime.trustCentres.takesRequests())) return undefined
    const documents = (await listShownDocuments(centre)).filter(({ state }) => state === 'on-request')
    const isComplete = await askForDocuments(runtime, { centre, documents, form: await readForm(request) })
    return isComplete
      ? say(visit, texts.trustCentre.request.sent)
      : say(visit, texts.trustCentre.request.incomplete, 400)
  })
  // Only shows the form, because mail programs open links before people do.
  serve('GET', '/agreement/:requestId', async (visit) => {
    const { request, params, centre } = visit
    const [id = '', key] = [params.requestId, new URL(request.url).searchParams.get('key') ?? '']
    return (await findAskedRequest(runtime, centre, { id, key })) && showAgreement(visit, id, key)
  })
  serve('POST', '/agreement/:requestId', async (visit) => {
    const { request, params, centre, texts } = visit
    const form = await readForm(request)
    const [id = '', key, name] = [params.requestId, form.text('key'), readLine(form.text('name'), 200)]
    if ((await findAskedRequest(runtime, centre, { id, key })) === undefined) return undefined
    // The text may be another one since the form was shown.
    const isRead = form.text('textSha256') === digestAgreement(centre)
    if (!isRead || !name) return showAgreement(visit, id, key)
    return (await agree(runtime, centre, { id, key, name })) ? say(visit, texts.trustCentre.agreement.done) : undefined
  })
  serve('GET', '/grants/:grantId', async (visit) => {
    const { request, params, centre, texts, base: at } = visit
    const [id = '', key] = [params.grantId, new URL(request.url).searchParams.get('key') ?? '']
    const { organizationId, id: centreId } = centre
    const opened = await runtime.trustCentres.look({ organizationId, centreId, id, key })
    if (opened === undefined) return undefined
    const { document, lastDay } = opened
    return showForm(visit, renderGrantForm(texts, `${at}/grants/${id}`, { title: document.values.title, lastDay, key }))
  })
  serve('POST', '/grants/:grantId', async (visit) => {
    const { request, params, centre, texts } = visit
    const { organizationId, id: centreId } = centre
    const id = params.grantId ?? ''
    const use = { organizationId, centreId, id, key: (await readForm(request)).text('key') }
    // An id of nobody is no download that was refused: anybody can make such ids up.
    if ((await runtime.serviceOf(trustGrant).get({ organizationId, id })) === undefined) return undefined
    const granted = await runtime.trustCentres.look(use)
    const file = granted && (await prepareDocument(visit, id, granted))
    const { opened } = await runtime.trustCentres.download({ ...use, isReady: file instanceof Response })
    if (opened === undefined || file === undefined) return undefined
    return file === 'unmarked' ? say(visit, texts.trustCentre.grant.unmarked, 409) : file
  })
  serve('GET', '/documents/:documentId', async ({ centre, request, params: { documentId = '' } }) => {
    const document = (await listShownDocuments(centre)).find(({ id }) => id === documentId)
    return document?.state === 'public' ? sendDocument(parts, document, request) : undefined
  })
  routes.all('/trust/*', async (context) => createNothing(context.req.raw))
  return routes

  async function renderPage({ centre, language, texts, base: at }: TrustVisit, today: string): Promise<RenderedPage> {
    const { organizationId, id, values } = centre
    const [signed, documents, links, answers, brand] = await Promise.all([
      readStatus(centre),
      listShownDocuments(centre),
      Array.fromAsync(listAllRecords(recordsFor(runtime, trustLink, { organizationId }), { centreId: id })),
      runtime.workspace.manualAnswers.findAll(organizationId, values.answers ?? []),
      loadBrand(runtime, { organizationId, name: values.name }),
    ])
    const isAsking = values.agreement !== null && (await runtime.trustCentres.takesRequests())
    const onRequest = isAsking ? documents.filter(({ state }) => state === 'on-request') : []
    const shown = renderTrustCentre(texts, at, {
      centre,
      status: signed?.status,
      documents,
      answers: answers.filter((answer) => !isAnswerExpired(answer, today)),
      links: links.flat(),
    })
    const content = onRequest.length === 0 ? shown : renderHtml`${shown}${renderRequestForm(texts, at, onRequest)}`
    return renderPublicPage({ title: values.name, language, brand, content })
  }

  /** Its file for whoever asked; `unmarked`: it is a PDF that cannot be marked, and is not sent. */
  async function prepareDocument(
    { request, centre, texts }: TrustVisit,
    id: string,
    { document, recipient }: OpenedGrant,
  ): Promise<Response | 'unmarked' | undefined> {
    const day = formatDay(runtime.workspace.clock.nowMs())
    const { name, email, company } = recipient
    const by = centre.values.name
    const mark = cleanLine(texts.trustCentre.grant.mark({ name, email, company, by, day, id }), 1_000)
    try {
      return await sendMarkedDocument(parts, document, { url: request.url, mark })
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'IMPORT_REFUSED') return 'unmarked'
      throw error
    }
  }

  async function showForm({ centre, language }: TrustVisit, content: Html): Promise<Response> {
    const { organizationId, values } = centre
    const brand = await loadBrand(runtime, { organizationId, name: values.name })
    return createPublicPage({ title: values.name, language, brand, content })
  }

  function showAgreement(visit: TrustVisit, id: string, key: string): Promise<Response> {
    const { texts, base: at, centre } = visit
    const agreement = centre.values.agreement ?? ''
    return showForm(
      visit,
      renderAgreementForm(texts, `${at}/agreement/${id}`, { agreement, textSha256: digestAgreement(centre), key }),
    )
  }

  function say(
    { language }: TrustVisit,
    { title, text }: { readonly title: string; readonly text: string },
    status = 200,
  ) {
    return createPublicPage({ status, title, language, content: renderHtml`<p>${text}</p>\n` })
  }

  /** An ended document is shown as ended, or not at all. */
  async function listShownDocuments({
    organizationId,
    id: centreId,
  }: TrustVisit['centre']): Promise<readonly ShownDocument[]> {
    const pages = listAllRecords(recordsFor(runtime, trustDocument, { organizationId }), { centreId })
    return (await Array.fromAsync(pages))
      .flat()
      .filter(
        (document): document is ShownDocument =>
          document.state !== 'not-shown' && (document.state !== 'ended' || document.values.whenEnded === 'show'),
      )
  }

  /** The same for everything that is not there. */
  function createNothing(request: Request, status = 404): Response {
    const language = chooseVisitorLanguage(request, null)
    const { title, text } = catalogues[language].trustCentre.notFound
    return createPublicPage({ status, title, language, content: renderHtml`<p>${text}</p>\n` })
  }

  /** By the browser alone: these pages read no cookie. */
  function chooseVisitorLanguage({ headers }: Request, usual: Language | null): Language {
    const accepted = headers.get('accept-language') ?? ''
    return chooseLanguage(runtime, { headers: new Headers({ 'accept-language': accepted }) }, usual)
  }
}
