import { afterAll, expect } from 'vitest'
import { writeScenarios } from '../connectors/kept-scenarios.ts'

afterAll(() => writeScenarios(expect.getState().testPath ?? ''))
