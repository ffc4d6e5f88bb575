import { writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { formatProofFile } from '../../checks/proofs/proof-file.ts'
import { createUsageError } from '../../errors/index.ts'
import { replayRecording } from '../../evidence/recording/replay-recording.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { cutEnding } from '../../service/commands/connector-file/beside.ts'
import { pageItemsMax } from '../../service/mcp/limits.ts'
import { defineTool, problemSchema, type Tool } from '../../service/mcp/tool.ts'
import { acceptConnector } from '../accept/accept-connector.ts'
import { type AuthorProblem, toValidateProblems } from '../accept/author-problem.ts'
import { listProofProblems } from '../accept/proof-problems.ts'
import { writeDrawnCases } from '../accept/write-drawn-cases.ts'
import { makeConnector } from '../new/making/make-connector.ts'
import { refuseBadId } from '../new/new-connector.ts'
import { writeFiles } from '../new/write-files.ts'
import { loadWitnesses } from '../prove/load-witnesses.ts'
import { proveConnector } from '../prove/prove-connector.ts'
import { toProofFile } from '../prove/to-proof-file.ts'
import { readRecording } from '../running/recordings.ts'
import { judgeTarget } from '../validate/judge-target.ts'
import { findWitnessFindings } from '../validate/witness-findings.ts'
import { describeApi, describeData, describeInput } from './describe-api.ts'
import { DescriptionShelf, openConnector } from './own-files.ts'
import type { WorkFolder } from './work-folder.ts'

const connectorPath = z.string().describe('File of the connector in the folder: "acme/acme.connector.yaml".')
const descriptionPath = z.string().describe("File of the vendor's API description in the folder.")
const checkId = z.string().describe('Id of a check of the connector.')
const cursor = z
  .string()
  .regex(/^\d{1,6}$/)
  .optional()
  .describe('"next" of the answer before.')
const problems = z.array(problemSchema).describe('Empty when nothing is left to do.')

/** The tools of the author's loop, over the files of one folder. */
export function createAuthorTools(folder: WorkFolder): readonly Tool[] {
  const descriptions = new DescriptionShelf(folder)
  const toProblems = (found: readonly AuthorProblem[], from = '0') => {
    const start = Number(from)
    const shown = found.slice(start, start + pageItemsMax).map(({ file, message, ...problem }) => ({
      ...problem,
      message: folder.shorten(message),
      file: folder.relate(file),
    }))
    const end = start + pageItemsMax
    return { problems: shown, next: end < found.length ? String(end) : undefined }
  }
  return [
    defineTool({
      name: 'describe_api',
      title: 'Describe the API',
      description:
        "Shows a small piece of the vendor's API description: its operations, or the parameters of one and the members of its answer with types and words. Begin here, and take every path, member and word from it. The locators are those that the source of a witness names.",
      input: describeInput,
      data: describeData,
      isReadOnly: true,
      answer: async (input) => describeApi(await descriptions.open(input.description), input),
    }),
    defineTool({
      name: 'new',
      title: 'Begin a connector',
      description:
        'Writes a new connector as data from a description: its file, recorded answers, and witnesses without verdicts. Writes nothing if one of the files exists.',
      input: z.strictObject({
        id: z.string().describe('Id of the connector in kebab-case: "acme". Its folder has this name.'),
        description: descriptionPath,
        endpoints: z
          .array(z.string())
          .max(20)
          .optional()
          .describe('Lists that get a check: "GET /users"; of a GraphQL schema one name: "users".'),
        auth: z.enum(['api_key', 'basic', 'oauth2', 'custom']).optional(),
      }),
      data: z.object({
        files: z.array(z.string()),
        notes: z.array(z.object({ place: z.string(), message: z.string() })),
      }),
      isReadOnly: false,
      async answer({ id, description: name, endpoints, auth }) {
        refuseBadId(id)
        const description = folder.locate(name)
        const { format } = await descriptions.open(name)
        const { files, notes } = await makeConnector(
          id,
          {
            store: '',
            data: true,
            auth,
            endpoint: endpoints,
            modulesPath: './node_modules',
            graphql: format === 'GraphQL' ? description : undefined,
            openapi: format === 'GraphQL' ? undefined : description,
          },
          undefined,
        )
        await writeFiles(folder.locate(id), files)
        const begun = notes.slice(0, pageItemsMax).map(({ pointer, message }) => ({ place: pointer, message }))
        return { data: { files: Object.keys(files).map((file) => `${id}/${file}`), notes: begun } }
      },
    }),
    defineTool({
      name: 'validate',
      title: 'Validate a connector',
      description:
        'Holds a connector and its witnesses to every rule, and to the description if you name it. Answers with problems, each with its place and what to do.',
      input: z.strictObject({ connector: connectorPath, description: descriptionPath.optional(), cursor }),
      data: z.object({ valid: z.boolean(), checks: z.array(z.string()), problems }),
      isReadOnly: true,
      async answer({ connector: path, description: name, cursor: from }) {
        const { file, connector } = await openConnector(folder, path)
        const description = name === undefined ? undefined : await descriptions.open(name)
        const witnesses = await findWitnessFindings(file, [connector], description)
        const { valid, findings } = await judgeTarget(file, [connector], { seen: new Map(), description, witnesses })
        const { next, ...data } = toProblems(toValidateProblems(findings, file), from)
        return { data: { valid, checks: connector.checks.map(({ id }) => id), ...data }, next }
      },
    }),
    defineTool({
      name: 'prove',
      title: 'Prove a connector',
      description:
        'Tries the checks on their witnesses, and the witnesses on deliberate mistakes in each check. Problems: verdicts that differ, mistakes that no witness notices with answers that show them, members and words that nobody reads. Writes the proof if no verdict differs.',
      input: z.strictObject({
        connector: connectorPath,
        description: descriptionPath.optional(),
        check: checkId.optional().describe('Tries this check only, and writes no proof.'),
        cursor,
      }),
      data: z.object({
        checks: z.array(
          z.object({
            check: z.string(),
            witnesses: z.number(),
            mistakes: z.number().describe('Deliberate mistakes that were tried.'),
            noticed: z.number(),
            notToldApart: z.number().describe('Mistakes for which no answer was found that shows them.'),
          }),
        ),
        problems,
        proof: z.string().optional().describe('File of the proof, if it was written.'),
      }),
      isReadOnly: false,
      async answer({ connector: path, description: name, check, cursor: from }) {
        const { file, connector, witnesses: place } = await openConnector(folder, path)
        if (place === undefined)
          throw createUsageError(`${path} has no witnesses yet. Write ${cutEnding(path)}.witnesses.yaml.`)
        const description = name === undefined ? undefined : await descriptions.open(name)
        const witnesses = await loadWitnesses(place, connector, description)
        const checks = check === undefined ? undefined : [check]
        const report = await proveConnector(connector, { witnesses, checks, description: description?.root.value })
        const isSettled = report.disagreements.length + report.mistakes.length === 0
        const proof = `${cutEnding(file)}.proof.json`
        if (isSettled && check === undefined) await writeFile(proof, formatProofFile(toProofFile(report)))
        const { next, ...found } = toProblems(listProofProblems(report, witnesses, file), from)
        const numbers = report.checks.map(({ check: id, witnesses: { total }, mutants, killed, notToldApart }) => ({
          check: id,
          witnesses: total,
          mistakes: mutants,
          noticed: killed,
          notToldApart: notToldApart.length,
        }))
        const written = isSettled && check === undefined ? folder.relate(proof) : undefined
        return { data: { checks: numbers, ...found, proof: written }, next }
      },
    }),
    defineTool({
      name: 'run_against_recording',
      title: 'Run against a recording',
      description: 'Runs the checks of a connector on recorded answers, without network, and shows what each says.',
      input: z.strictObject({
        connector: connectorPath,
        recording: z.string().describe('File of the recording in the folder: "acme/recorded/acme.json".'),
        check: checkId.optional(),
      }),
      data: z.object({
        checks: z.array(
          z.object({
            check: z.string(),
            status: z.string(),
            error: z.string().optional(),
            results: z.array(z.object({ status: z.string(), resource: z.string(), title: z.string() })),
            undecided: z.number().describe('Resources that the check could not tell.'),
            missing: z.array(z.string()).describe('Requests that the recording has no answer to.'),
          }),
        ),
      }),
      isReadOnly: true,
      async answer({ connector: path, recording: from, check }) {
        const { connector } = await openConnector(folder, path)
        const recording = await readRecording(folder.locate(from))
        const chosen = check === undefined ? connector.checks.map(({ id }) => id) : [check]
        const replay = await blockNetwork(() =>
          replayRecording(recording, connector, { checks: chosen, unrecorded: true }),
        )
        const checks = replay.checks.map(({ id, outcome, missing }) => ({
          check: id,
          status: outcome?.status ?? 'gone',
          error: outcome?.error?.message,
          results: (outcome?.results ?? []).slice(0, pageItemsMax).map(({ status, resource, title }) => ({
            status,
            resource: `${resource.type} ${resource.id}`,
            title,
          })),
          undecided: outcome?.undecided?.count ?? 0,
          missing: missing.slice(0, pageItemsMax),
        }))
        return { data: { checks } }
      },
    }),
    defineTool({
      name: 'draw_cases',
      title: 'Draw cases for a person',
      description:
        'Draws the cases that a person labels, and writes them without their verdicts to <name>.second-reader.yaml. Labels of cases that are drawn again are kept. Tell the person to fill in "reader", each "expect" and each "agreed" from the source alone. Never fill them in yourself.',
      input: z.strictObject({ connector: connectorPath, description: descriptionPath }),
      data: z.object({ file: z.string(), drawn: z.number(), open: z.number().describe('Cases without a label.') }),
      isReadOnly: false,
      async answer({ connector: path, description: name }) {
        const { file } = await openConnector(folder, path)
        const drawn = await writeDrawnCases(file, await descriptions.open(name))
        return { data: { ...drawn, file: folder.relate(drawn.file) } }
      },
    }),
    defineTool({
      name: 'accept',
      title: 'Ask whether the connector is accepted',
      description:
        'Says whether a connector is accepted: no problem of any rule, no mistake that an answer shows and no witness notices, no member unread, each source in the description, labels of a person that agree for all drawn cases, and a person who agrees to what each check asks for and counts for. A person publishes it; this tool does not.',
      input: z.strictObject({ connector: connectorPath, description: descriptionPath, cursor }),
      data: z.object({ accepted: z.boolean(), reader: z.string().optional(), labelled: z.number(), problems }),
      isReadOnly: true,
      async answer({ connector: path, description: name, cursor: from }) {
        const { file } = await openConnector(folder, path)
        const {
          isAccepted,
          problems: found,
          cases,
          witnesses,
        } = await acceptConnector(file, await descriptions.open(name))
        const { next, ...shown } = toProblems(found, from)
        const reader = witnesses?.secondReading?.reader
        return {
          data: { accepted: isAccepted, reader, labelled: isAccepted ? (cases?.length ?? 0) : 0, ...shown },
          next,
        }
      },
    }),
  ]
}
