import type { AnyConnector, Check, ResultRecord } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { viewResult } from '../../../report/view/view-result.ts'
import { findJsonError } from '../../../text/find-json-error.ts'
import { findWord } from '../../all-texts/find-word.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { demandConnector } from '../../api/demand.ts'
import { ExternalLink, GetForm, Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, Options, SelectField, SubmitButton, TextField } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { EvidenceText, ResultParts } from '../../pages/shared/result-parts.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import {
  type AnswerTrial,
  type NearWitness,
  pastedDepthMax,
  pastedLengthMax,
  type ReplaceableAnswer,
} from '../../parts/judgement-trials.ts'
import { TriedOn, toTrialPath } from './checks-page.tsx'
import { Ways } from './ways.tsx'

const path = '/connect/:connectorId/checks/:checkId'
const access = 'connections:read'

/** One check: the cases that it was tried on, and a form for an answer of one's own. */
export const trialPage = definePage({
  path,
  access,
  show: async (visit) => {
    const subject = await demandSubject(visit)
    const chosen = findAnswer(subject, visit.query.get('answer'))
    return answerTrial(visit, subject, { chosen, json: chosen?.json })
  },
})

/** Changes and stores nothing, so it has no entry in the audit log: that would tell who looked at what, and nothing of the answer. */
export const tryAnswer = defineAction({
  path,
  access,
  audit: undefined,
  act: async (submission) => {
    const { texts, form, person, judgementTrials } = submission
    const subject = await demandSubject(submission)
    const chosen = findAnswer(subject, form.text('answer'))
    if (!chosen) throw new ApiError('There is no such answer.', { code: 'NOT_FOUND' })
    const json = form.text('json')
    const problem = findProblem(texts, json)
    if (problem !== undefined) return answerTrial(submission, subject, { chosen, json, problem })
    const { connector, check } = subject
    const { organizationId } = person
    const trial = await judgementTrials.tryAnswer(connector, { organizationId, check: check.id, answer: chosen, json })
    return answerTrial(submission, subject, { chosen, json, trial })
  },
})

function findProblem({ connectors: { trial } }: Texts, json: string): string | undefined {
  if (json.trim() === '') return trial.empty
  if (json.length > pastedLengthMax) return trial.tooLong({ max: pastedLengthMax })
  const error = findJsonError(json, { depthMax: pastedDepthMax })
  if (!error) return undefined
  return error.isTooDeep ? trial.tooDeep({ ...error, max: pastedDepthMax }) : trial.malformed(error)
}

interface TrialSubject {
  readonly connector: AnyConnector
  readonly check: Check
  readonly answers: readonly ReplaceableAnswer[]
}

/** @throws ApiError 404 */
async function demandSubject({ runtime, params, judgementTrials }: OwnVisit): Promise<TrialSubject> {
  const connector = demandConnector(runtime, params.connectorId)
  const check = connector.checks.find(({ id }) => id === params.checkId)
  if (!check) throw new ApiError('There is no such check.', { code: 'NOT_FOUND' })
  return { connector, check, answers: await judgementTrials.listAnswers(connector, check.id) }
}

/** @param id as the address or a form has it; the first one, if it has none */
function findAnswer({ answers }: TrialSubject, id: string | null): ReplaceableAnswer | undefined {
  return id === null ? answers[0] : answers.find((each) => each.id === id)
}

interface TrialState {
  readonly chosen: ReplaceableAnswer | undefined
  readonly json: string | undefined
  readonly problem?: string
  readonly trial?: AnswerTrial
}

async function answerTrial(
  { texts, judgementTrials }: OwnVisit,
  { connector, check, answers }: TrialSubject,
  { chosen, json, problem, trial }: TrialState,
): Promise<PageAnswer> {
  const ways = (await judgementTrials.loadWays(connector)).get(check.id)
  const to = toTrialPath(connector, check)
  return createPage(
    { title: check.title, status: problem === undefined ? 200 : 400 },
    <>
      <PageHead
        crumbs={
          <Link to={`/connect/${encodeURIComponent(connector.id)}/checks`}>
            {texts.connectors.checks.title({ name: connector.definition.name })}
          </Link>
        }
        title={check.title}
        lead={check.description}
      />
      <div class="stack">
        {trial && <Verdict trial={trial} />}
        <Sheet id="try" title={texts.connectors.trial.title}>
          {chosen === undefined ? (
            <p>{texts.connectors.trial.noAnswers}</p>
          ) : (
            <>
              <p>{texts.connectors.trial.lead}</p>
              <Alert says={problem} />
              {answers.length > 1 && (
                <GetForm to={to} class="filters">
                  <SelectField name="answer" label={texts.labels.request}>
                    <Options of={listChoices(answers)} chosen={chosen.id} />
                  </SelectField>
                  <SubmitButton looks="quiet">{texts.connectors.trial.choose}</SubmitButton>
                </GetForm>
              )}
              <PostForm to={to}>
                <input type="hidden" name="answer" value={chosen.id} />
                <TextField
                  name="json"
                  label={texts.connectors.trial.answerTo({ request: chosen.request })}
                  help={texts.connectors.trial.help({ max: pastedLengthMax })}
                  maxlength={pastedLengthMax}
                  rows={16}
                  spellcheck={false}
                  class="code"
                  aria-invalid={problem === undefined ? undefined : 'true'}
                >
                  {json}
                </TextField>
                <FormActions submit={texts.connectors.trial.submit} />
              </PostForm>
            </>
          )}
        </Sheet>
        {ways && (
          <Sheet id="ways" title={texts.connectors.checks.ways}>
            <Ways ways={ways} />
            <TriedOn connector={connector} check={check} />
          </Sheet>
        )}
      </div>
    </>,
  )
}

/** Several worlds may have an answer to the same request. */
function listChoices(answers: readonly ReplaceableAnswer[]): readonly (readonly [string, string])[] {
  const areOfOne = new Set(answers.map(({ world }) => world)).size === 1
  return answers.map(({ id, world, request }) => [id, areOfOne ? request : `${request} (${world})`])
}

/** A page with more is not read. */
const resultsMax = 50
const missingMax = 5

function Verdict({ trial }: { readonly trial: AnswerTrial }) {
  const texts = useTexts()
  const { status, error, results, undecided, missing, near, isEnded, atMs } = trial
  return (
    <>
      <Sheet
        id="verdict"
        title={
          <>
            {texts.connectors.trial.verdict} <StatusBadge of={status} />
          </>
        }
      >
        {atMs !== undefined && <p class="small">{texts.connectors.trial.asOf({ moment: <Moment at={atMs} /> })}</p>}
        {isEnded && <p>{texts.connectors.trial.ended}</p>}
        {error && !isEnded && <p>{error.message}</p>}
        {missing.length > 0 && (
          <>
            <p>{texts.connectors.trial.missing}</p>
            <ul class="plain">
              {missing.slice(0, missingMax).map((request) => (
                <li>
                  <code>{request}</code>
                </li>
              ))}
            </ul>
          </>
        )}
        {(undecided?.first ?? []).map(({ resource, because }) => (
          <p>
            <StatusBadge of="error" /> {resource.type} <code>{resource.id}</code>: {because}
          </p>
        ))}
        {results.length > 0 && (
          <ul class="results">
            {results.slice(0, resultsMax).map((result) => (
              <Result result={result} />
            ))}
          </ul>
        )}
        {results.length > resultsMax && texts.counts.andMore({ count: results.length - resultsMax })}
        {results.length === 0 && error === undefined && !isEnded && <p>{texts.labels.noResults}</p>}
      </Sheet>
      {near.length > 0 && (
        <Sheet id="near" title={texts.connectors.trial.near}>
          <ul class="list">
            {near.map((witness) => (
              <Near witness={witness} />
            ))}
          </ul>
        </Sheet>
      )}
    </>
  )
}

function Result({ result }: { readonly result: ResultRecord }) {
  const texts = useTexts()
  const { status, resource, title, name, evidence, parts } = viewResult(result, undefined, texts.runs.words)
  return (
    <li class="result">
      <details>
        <summary>
          <StatusBadge of={status} />
          <span class="what">
            {title}{' '}
            <span class="resource">
              {resource.type} {name}
            </span>
          </span>
        </summary>
        <div class="inside">
          <ResultParts parts={parts} />
          <h3>{texts.runs.words.evidence}</h3>
          <EvidenceText name={texts.labels.evidenceOf({ title, name })} evidence={evidence} />
        </div>
      </details>
    </li>
  )
}

function Near({ witness: { way, expected, says, url, differsIn } }: { readonly witness: NearWitness }) {
  const texts = useTexts()
  const { states, connectors } = texts
  const words = { ...states.run, ...connectors.trial.verdicts }
  return (
    <li>
      <span class="what">
        <span lang="en">{way}</span>:
        {expected.map(({ verdict, resources }) => (
          <>
            {' '}
            {findWord(words, verdict) ?? verdict} {resources.length > 0 && <code>{resources.join(', ')}</code>}
          </>
        ))}
        <span class="small">
          {' '}
          <span lang="en">{says}</span> <ExternalLink href={url}>{texts.people.person.source}</ExternalLink>{' '}
          {differsIn.length === 0
            ? connectors.trial.same
            : connectors.trial.differsIn({ places: <code>{differsIn.join(', ')}</code> })}
        </span>
      </span>
    </li>
  )
}
