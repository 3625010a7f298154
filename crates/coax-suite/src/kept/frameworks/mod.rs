//! The frameworks that kept tests are written for, one file each.

pub(super) mod catch2;
pub(super) mod cmocka;
pub(super) mod gtest;
pub(super) mod plain;
