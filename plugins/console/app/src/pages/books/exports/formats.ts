import { operationTable } from '../../../../gen/operations';
import type { OperationId } from '../../../data/call';
import { may } from '../../../data/company';
import { contract, parametersOf, type ContractOperation, type Parameter } from '../../../data/contract';

export interface Format {
  id: OperationId;
  operation: ContractOperation;
  /** What can be chosen beside the period. */
  parameters: Parameter[];
  /** How the period is told: two days, or one text. */
  period: 'days' | 'text' | 'none';
}

/** Addresses of exports: those of the ledger, of the countries, and the archive. */
const Exports = /\/reports\/(exports|ohada)\//;

function answersFile(operation: ContractOperation): boolean {
  const content = operation.responses['200']?.content ?? {};
  return Object.keys(content).some((type) => type !== 'application/json');
}

/** The formats that this installation has and the person may export. */
export function formats(): Format[] {
  const found: Format[] = [];
  for (const [address, methods] of Object.entries(contract.value?.paths ?? {})) {
    const operation = methods['get'];
    const id = operation?.operationId as OperationId | undefined;
    if (!operation || !id || !(id in operationTable) || !Exports.test(address) || !answersFile(operation) || !may(id)) {
      continue;
    }
    const all = parametersOf(operation).filter((one) => one.in === 'query');
    const has = (name: string) => all.some((one) => one.name === name);
    found.push({
      id,
      operation,
      parameters: all.filter((one) => !['from', 'to', 'period'].includes(one.name)),
      period: has('from') ? 'days' : has('period') ? 'text' : 'none',
    });
  }
  return found;
}
