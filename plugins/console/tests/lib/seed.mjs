// The data that the pages show: one record of each kind, made once for a company.

/** The partner that is made last: where it is, the company has its data. */
const Last = 'Zur letzten Tasse';

/** Routes with `:id` of the records of the company, such as `/sales/:id`. */
export async function seeded(service, { companyId, locationId, bankWalletId, cashWalletId }) {
  const at = `/companies/${companyId}`;
  const first = async (path) => {
    const answer = await service.call('GET', at + path);
    return (Array.isArray(answer) ? answer : answer.data)[0];
  };
  const made = await service.call('GET', `${at}/partners?q=${encodeURIComponent(Last)}`);
  if (made.length === 0) {
    await fill(service, at, { locationId, bankWalletId, cashWalletId });
  }
  const ids = {
    '/sales': (await first('/sales?kind=invoice')).id,
    '/quotes': (await first('/quotes')).id,
    '/purchases': (await first('/purchases')).id,
    '/items': (await first('/items')).id,
    '/stock/counts': (await first('/stock/counts')).id,
    '/partners': (await first('/partners')).id,
    '/wallets': bankWalletId,
    '/developers/keys': (await first('/api-keys')).id,
    '/developers/events': (await first('/events')).id,
  };
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id));
}

async function fill(service, at, { locationId, bankWalletId, cashWalletId }) {
  const make = (path, body) => service.call('POST', at + path, body);
  const customer = await make('/partners', {
    name: 'Hôtel des Quais', kind: 'customer', company: true, email: 'compta@quais.example', country: 'FR',
    address: { line1: '12 quai du Wault', postalCode: '59800', city: 'Lille', country: 'FR' },
  });
  const supplier = await make('/partners', { name: 'Brûlerie du Nord', kind: 'supplier', company: true, country: 'FR' });
  const coffee = await make('/items', { name: 'Arabica beans 1 kg', sku: 'TEST-1', price: 18, cost: 10, taxRate: 5.5, alertThreshold: 5, category: 'beans' });
  await make('/items', { name: 'Installation', service: true, unit: 'HUR', price: 60, taxRate: 20 });
  await make('/purchases', { partnerId: supplier.id, lines: [{ itemId: coffee.id, quantity: 40, unitPrice: 12, taxRate: 20 }], receiveNow: true });
  await make('/purchases', { partnerId: supplier.id, lines: [{ itemId: coffee.id, quantity: 10, unitPrice: 12.5, taxRate: 20 }] });
  await make('/expenses', { label: 'Window cleaning', amount: 45, taxRate: 20, walletId: bankWalletId });
  await make('/quotes', { partnerId: customer.id, lines: [{ itemId: coffee.id, quantity: 3 }, { label: 'Delivery', quantity: 1, unitPrice: 12.5, taxRate: 20 }] });
  await make('/sales', { partnerId: customer.id, lines: [{ itemId: coffee.id, quantity: 2, unitPrice: 18 }] });
  await make('/sales', { partnerId: customer.id, date: '2026-01-05', dueDate: '2026-02-04', lines: [{ label: 'Tasting', quantity: 1, unitPrice: 250, taxRate: 20 }] });
  await make('/sales', { lines: [{ label: 'Espresso', quantity: 2, unitPrice: 2.2, taxRate: 10 }], paidInFull: true, walletId: bankWalletId, method: 'card' });
  await make('/recurring-sales', {
    template: { partnerId: customer.id, lines: [{ label: 'Maintenance', quantity: 1, unitPrice: 90, service: true }] }, every: 'month', startsOn: '2027-01-01', send: false,
  });
  await make('/stock/counts', { locationId, lines: [{ itemId: coffee.id, counted: 37 }], validate: false });
  await make('/transactions', { walletId: bankWalletId, direction: 'out', amount: 12.4, label: 'Bank fees' });
  await make('/transactions', { walletId: cashWalletId, direction: 'in', amount: 150, label: 'Float' });
  await make('/partners', { name: Last, kind: 'customer', country: 'DE' });
}
