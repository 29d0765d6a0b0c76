import assert from 'node:assert/strict';
import test from 'node:test';
import { drain, keep, nextOrder, NotKept, outcomeOf, tryAgain, type Entry, type Outcome, type Storage } from './queue';

/** A disk that outlives the processes that write to it; a process dies at a step when `dies` says so. */
class Disk {
  readonly entries = new Map<string, string>();

  process(dies: (step: string) => boolean = () => false): Storage {
    const step = async (name: string) => {
      if (dies(name)) {
        throw new Error(`killed at ${name}`);
      }
    };
    return {
      put: async (entry) => {
        await step('write');
        this.entries.set(entry.id, JSON.stringify(entry));
        await step('written');
      },
      get: async (id) => {
        await step('read');
        const text = this.entries.get(id);
        return text ? (JSON.parse(text) as Entry) : undefined;
      },
      all: async () => [...this.entries.values()].map((text) => JSON.parse(text) as Entry),
      remove: async (id) => {
        await step('remove');
        this.entries.delete(id);
      },
    };
  }
}

/** A service that takes each external id once. */
class Service {
  readonly sales: string[] = [];
  refuses = new Set<string>();
  reachable = true;

  send = async (entry: Entry): Promise<Outcome> => {
    if (!this.reachable) {
      return outcomeOf(0, 'no-answer', '');
    }
    if (this.refuses.has(entry.id)) {
      return outcomeOf(409, 'insufficient-stock', `${entry.id}:0`);
    }
    if (this.sales.includes(entry.externalId)) {
      return outcomeOf(409, 'already-exists', 'externalId');
    }
    this.sales.push(entry.externalId);
    return outcomeOf(201, '', '');
  };
}

function sale(id: string, order: number): Entry {
  return { id, company: 'com_1', order, key: `key-${id}`, externalId: `till-d-${id}`, at: '', body: `{"n":"${id}"}`, total: '1', currency: 'EUR' };
}

test('a sale is kept, then sent once and gone', async () => {
  const disk = new Disk();
  const service = new Service();
  await keep(disk.process(), sale('a', 1));
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'empty');
  assert.deepEqual(service.sales, ['till-d-a']);
  assert.equal(disk.entries.size, 0);
});

test('killed between write and read-back: the sale is there, doing it again makes no second one', async () => {
  for (const step of ['written', 'read']) {
    const disk = new Disk();
    const service = new Service();
    await assert.rejects(keep(disk.process((name) => name === step), sale('a', 1)), /killed/);
    assert.equal(disk.entries.size, 1);
    // The cashier saw no "done", finds the basket after the start and takes the money again.
    await keep(disk.process(), sale('a', 1));
    assert.equal(disk.entries.size, 1);
    await drain(disk.process(), 'com_1', service.send);
    assert.deepEqual(service.sales, ['till-d-a']);
  }
});

test('killed before the write: nothing is kept and nothing is told', async () => {
  const disk = new Disk();
  await assert.rejects(keep(disk.process((name) => name === 'write'), sale('a', 1)), /killed/);
  assert.equal(disk.entries.size, 0);
});

test('killed after sending, before it was taken out: the service knows it, and it is not sold twice', async () => {
  const disk = new Disk();
  const service = new Service();
  await keep(disk.process(), sale('a', 1));
  await assert.rejects(drain(disk.process((name) => name === 'remove'), 'com_1', service.send), /killed/);
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'empty');
  assert.deepEqual(service.sales, ['till-d-a']);
});

test('a disk that gives back something else is not trusted', async () => {
  const storage = { ...new Disk().process(), get: async () => undefined };
  await assert.rejects(keep(storage, sale('a', 1)), NotKept);
});

test('sent in order; without an answer all stay as they are', async () => {
  const disk = new Disk();
  const service = new Service();
  service.reachable = false;
  for (const [id, order] of [['b', 2], ['a', 1], ['c', 3]] as const) {
    await keep(disk.process(), sale(id, order));
  }
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'later');
  assert.equal(disk.entries.size, 3);
  service.reachable = true;
  await drain(disk.process(), 'com_1', service.send);
  assert.deepEqual(service.sales, ['till-d-a', 'till-d-b', 'till-d-c']);
});

test('a refusal stops the queue until a person decides', async () => {
  const disk = new Disk();
  const service = new Service();
  service.refuses.add('b');
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    await keep(disk.process(), sale(id, index));
  }
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'refused');
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'refused');
  assert.deepEqual(service.sales, ['till-d-a']);
  assert.equal((await disk.process().get('b'))?.refused, 'insufficient-stock:b:0');
  service.refuses.clear();
  await tryAgain(disk.process(), 'b', 'another key');
  assert.equal((await disk.process().get('b'))?.key, 'another key');
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'empty');
  assert.deepEqual(service.sales, ['till-d-a', 'till-d-b', 'till-d-c']);
});

test('the queue of another company is left alone', async () => {
  const disk = new Disk();
  const service = new Service();
  await keep(disk.process(), { ...sale('a', 1), company: 'com_2' });
  assert.equal(await drain(disk.process(), 'com_1', service.send), 'empty');
  assert.deepEqual(service.sales, []);
});

test('a clock that was turned back does not change the order', () => {
  assert.equal(nextOrder([sale('a', 50)], 10), 51);
  assert.equal(nextOrder([sale('a', 5)], 10), 10);
});

test('what answers mean', () => {
  assert.deepEqual(outcomeOf(503, 'x', ''), { kind: 'later' });
  assert.deepEqual(outcomeOf(401, 'x', ''), { kind: 'later' });
  assert.deepEqual(outcomeOf(400, 'date-locked', '2026-11-30'), { kind: 'refused', code: 'date-locked:2026-11-30' });
  assert.deepEqual(outcomeOf(409, 'already-exists', 'externalId'), { kind: 'sent' });
});
