// Imported before the product: without it each answer is held against the contract, as in tests.
process.env['NODE_ENV'] = 'production';
