import { listWords } from '../../../service/records/search-words.ts'
import { findSubjects } from './find-subjects.ts'
import { stemWord } from './stem-word.ts'

/** What questions and answers are compared by. */
export interface QuestionTerms {
  /** What it is about, whatever it is called, each with the words that name it. */
  readonly subjects: ReadonlyMap<string, string>
  /** Sides of it that are asked for, or spoken of, likewise. */
  readonly sides: ReadonlyMap<string, string>
  /** Its other words by their stems, without those of all questionnaires. */
  readonly words: ReadonlyMap<string, string>
  /** Stems of all its words. */
  readonly stems: ReadonlySet<string>
}

export function listTerms(text: string): QuestionTerms {
  const all = listWords(text)
  const { rest, ...found } = findSubjects(all)
  const words = rest
    .filter((word) => word.length > 1 && !common.has(word))
    .map((word) => [stemWord(word), word] as const)
  return {
    ...found,
    words: new Map(words.filter(([stem]) => !common.has(stem))),
    stems: new Set(all.map(stemWord)),
  }
}

/** What an answer speaks of, with its question. */
export type AnswerTerms = Omit<QuestionTerms, 'words'>

export function joinTerms(one: AnswerTerms, other: AnswerTerms): AnswerTerms {
  return {
    subjects: new Map([...one.subjects, ...other.subjects]),
    sides: new Map([...one.sides, ...other.sides]),
    stems: new Set([...one.stems, ...other.stems]),
  }
}

/** Words of all questionnaires, which say nothing of the subject. */
const common = withStems(
  `a about above add after all also among an and annual annually any appropriate apply applied are as at attach available be been before by can
  carried carry certain company conduct conducted confirm contact could customer customers data describe detail details did do document
  documented does done during each employ employee employees ensure establish established every explain followed following for formal
  frequency frequently from general give given handle handled handling has have held hold how if implement implemented in include
  including information is it its keep kept least list maintain maintained make mandatory may measures minimum much must of off offer on
  one operate or organisation organization our out own part people perform performed period periodic periodically person personnel place plan
  platform protect protected protocol protocols please policies policy procedure procedures process processes product provide provided regular regularly require required
  requirements security service services share should so some staff state such system systems team that the their them then there these they
  this through time to under up upon us use used user users via was we what when where whether which while who will with within would yes
  year yearly you your
  afterwards against both compliant copy currently dedicated designated different effective enforce exist existing far fast follow follows frequent ensured
  individual last level long main many manage manages managed management method methods month monthly months most new non often other overall
  practice practices principle program programme programmes programs prevent prevention quickly recent responsible scope second sign single soon specific standard standards
  strategy suitable technical timeline timely type types upon vs way ways willing
  aber alle als am an auch auf aus bei beschreiben bitte das dass dem den der des die ein eine einen einer es für gibt haben hat ihr ihre
  im in ist mit oder sie sind und unternehmen verfügen von welche werden wie wird wo zu zum zur`.split(/\s+/),
)

function withStems(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap((word) => [word, stemWord(word)]))
}
