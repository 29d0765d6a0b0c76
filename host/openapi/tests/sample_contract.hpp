#pragma once

#include "host/openapi/contract.hpp"

#include <string>
#include <string_view>

namespace svc::host::openapi::testing {

/// A contract in JSON, with every keyword that the validator knows.
inline constexpr std::string_view SampleDocument = R"json({
  "paths": {
    "/companies/{companyId}/orders": {
      "get": {
        "operationId": "listOrders", "x-scope": ["orders:view"], "x-page": "array",
        "parameters": [
          { "name": "limit", "in": "query", "schema": { "type": "integer", "minimum": 1, "maximum": 500 } },
          { "name": "from", "in": "query", "schema": { "type": "string", "format": "instant-or-date" } },
          { "name": "status", "in": "query", "schema": { "type": "array", "items": { "type": "string", "enum": ["open", "done"] } } }
        ],
        "responses": { "200": { "content": { "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Order" } } } } } }
      },
      "post": {
        "operationId": "createOrder", "x-scope": ["orders:create"],
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/OrderCreate" } } } },
        "responses": { "201": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } } }
      }
    },
    "/companies/{companyId}/orders/{orderId}/send": {
      "post": {
        "operationId": "sendOrder", "x-scope": ["orders:create", "orders:update"], "x-dry-run": false,
        "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": { "to": { "type": ["string", "null"], "format": "email" } } } } } },
        "responses": { "202": { "content": { "application/json": { "schema": { "type": "object" } } } } }
      }
    },
    "/companies/{companyId}/orders/import": {
      "post": {
        "operationId": "importOrders", "x-scope": ["orders:create"],
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } }, "text/csv": { "schema": { "type": "string" } } } },
        "responses": { "200": { "content": { "application/json": { "schema": { "type": "object" } } } } }
      }
    },
    "/companies/{companyId}/people": {
      "get": { "operationId": "listPeople", "x-caller": "session", "x-scope": [], "responses": { "200": { "content": { "application/json": { "schema": { "type": "array" } } } } } }
    },
    "/public/orders/{token}": {
      "post": { "operationId": "answerOrder", "x-caller": "public", "x-company": "token",
        "responses": { "200": { "content": { "application/json": { "schema": { "type": "object" } }, "text/html": { "schema": { "type": "string" } } } } } }
    },
    "/public/{shopSlug}/hello": {
      "get": { "operationId": "sayHello", "x-caller": "public", "x-company": "shopSlug", "responses": { "200": { "content": { "application/json": { "schema": { "type": "object" } } } } } }
    }
  },
  "components": { "schemas": {
    "OrderCreate": {
      "type": "object",
      "required": ["partnerId", "lines"],
      "properties": {
        "partnerId": { "type": "string", "x-id": "par" },
        "lines": { "type": "array", "minItems": 1, "maxItems": 3, "items": { "$ref": "#/components/schemas/LineCreate" } },
        "date": { "type": ["string", "null"], "format": "date" },
        "note": { "type": ["string", "null"], "maxLength": 12 },
        "channel": { "type": "string", "enum": ["api", "counter"] },
        "currency": { "type": "string", "format": "currency" },
        "country": { "type": "string", "format": "country" },
        "email": { "type": "string", "format": "email" },
        "code": { "type": "string", "pattern": "^[A-Z]{3}$" },
        "count": { "type": "integer", "minimum": 0, "maximum": 10 },
        "rate": { "type": "number", "x-decimals": 4, "exclusiveMinimum": 0, "maximum": 100 },
        "paid": { "type": "boolean" },
        "amount": { "type": "number", "x-amount": true },
        "secret": { "type": "string", "format": "password" },
        "address": { "anyOf": [ { "$ref": "#/components/schemas/AddressCreate" }, { "type": "null" } ] },
        "extra": { "type": "object", "additionalProperties": { "type": "integer" } },
        "free": { "type": "object" }
      }
    },
    "LineCreate": {
      "type": "object",
      "required": ["quantity", "label"],
      "properties": {
        "quantity": { "type": "number", "x-decimals": 6 },
        "label": { "type": "string", "maxLength": 1000 },
        "unitPrice": { "type": ["number", "null"], "x-money": true, "minimum": 0 }
      }
    },
    "ItemOrText": {
      "type": "object", "required": ["quantity"], "x-required-unless": { "label": "itemId", "price": "itemId" },
      "properties": {
        "itemId": { "type": ["string", "null"] }, "label": { "type": ["string", "null"] },
        "price": { "type": ["number", "null"] }, "quantity": { "type": "number" }
      }
    },
    "AddressCreate": {
      "type": "object", "required": ["city"],
      "properties": { "city": { "type": "string" }, "line1": { "type": ["string", "null"] } }
    },
    "Payment": {
      "type": "object", "required": ["walletId", "amount"],
      "properties": { "walletId": { "type": "string" }, "amount": { "type": "number", "x-amount": true } }
    },
    "Record": {
      "type": "object", "required": ["id", "version"],
      "properties": { "id": { "type": "string" }, "version": { "type": "integer" } }
    },
    "Order": {
      "allOf": [ { "$ref": "#/components/schemas/Record" },
                 { "type": "object", "required": ["total", "partner"],
                   "properties": { "total": { "type": "integer" }, "createdBy": { "$ref": "#/components/schemas/Actor" },
                                   "partner": { "oneOf": [ { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } }, { "type": "null" } ] } } } ]
    },
    "EventOrderCreated": { "type": "object", "required": ["actor", "number"],
      "properties": { "actor": { "$ref": "#/components/schemas/Actor" }, "number": { "type": "string" } } },
    "Unused": { "type": "object" }
  } }
})json";

inline Contract sampleContract(std::string plugin = "orders") {
    return Contract::parse(std::move(plugin), Json::parse(SampleDocument, 64));
}

} // namespace svc::host::openapi::testing
