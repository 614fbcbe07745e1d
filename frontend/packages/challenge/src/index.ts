export { type ChallengePurpose, prepareSolution } from './prepared-solutions'
export { sendThenSolve, sendWithSolution } from './send-with-solution'
