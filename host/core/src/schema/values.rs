//! Values in the light of their types: conversion, comparison, the place of a value, the member of a union.

pub(super) mod current_form;
pub(super) mod decode;
pub(super) mod exact_numbers;
pub(super) mod fingerprint;
pub(super) mod json;
pub(super) mod location;
pub(super) mod member;
pub(super) mod pairs;
pub(super) mod scalar;
