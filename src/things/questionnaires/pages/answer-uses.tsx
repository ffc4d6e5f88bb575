import type { ManualAnswer } from '../../../service/records/manual-answers.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { trustCentre } from '../../trust-centre/thing.ts'
import { nameAnswer } from '../reading/sources.ts'
import { questionnaire, questionnaireQuestion } from '../thing.ts'

/** Where an answer of the knowledge base stands: in which questionnaires, and on which public pages. */
export async function showAnswerUses(visit: OwnVisit, { id }: Pick<ManualAnswer, 'id'>) {
  const { texts } = visit
  const words = texts.knowledgeBase.uses
  const [questionnaires, centres] = await Promise.all([listQuestionnaires(visit, id), listCentres(visit, id)])
  return (
    <Sheet id="uses" title={words.title}>
      {questionnaires.length + centres.length === 0 && <p class="small">{words.none}</p>}
      {questionnaires.length > 0 && <h3>{findThingTexts(texts, questionnaire).title}</h3>}
      <ul class="list">
        {questionnaires.map((each) => (
          <li>
            <Link to={`${questionnaire.page}/${each.id}`}>{words.questions(each)}</Link>
          </li>
        ))}
      </ul>
      {centres.length > 0 && <h3>{findThingTexts(texts, trustCentre).title}</h3>}
      <ul class="list">
        {centres.map(({ id: centreId, name }) => (
          <li>
            <Link to={`${trustCentre.page}/${centreId}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

async function listQuestionnaires({ runtime, person }: OwnVisit, answerId: string) {
  if (!mayDo(person.role, questionnaire.scopes.read)) return []
  const counts = new Map<string, number>()
  const questions = recordsFor(runtime, questionnaireQuestion, person)
  for await (const page of listAllRecords(questions, { source: nameAnswer(answerId) }))
    for (const { values } of page) counts.set(values.questionnaireId, (counts.get(values.questionnaireId) ?? 0) + 1)
  const records = recordsFor(runtime, questionnaire, person)
  const named = await Promise.all(
    [...counts].map(async ([id, count]) => ({ id, count, name: (await records.get(id))?.values.name ?? id })),
  )
  return named.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

async function listCentres({ runtime, person }: OwnVisit, answerId: string) {
  if (!mayDo(person.role, trustCentre.scopes.read)) return []
  const pages = listAllRecords(recordsFor(runtime, trustCentre, person))
  return (await Array.fromAsync(pages))
    .flat()
    .filter(({ values }) => values.answers?.includes(answerId))
    .map(({ id, values }) => ({ id, name: values.name }))
}
